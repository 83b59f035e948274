package rule

import "shadowtime/core/base/wire"

// Encode writes rules for the page.
func Encode(w *wire.Writer, list []Bound) {
	w.Int(int64(len(list)))
	for i := range list {
		r := &list[i]
		for _, v := range [...]int64{int64(r.Kind), r.Class.Over, r.Class.Wider, int64(r.Per), int64(r.Of), r.Most,
			int64(r.From), int64(r.To), int64(r.Days), r.Since, r.Until} {
			w.Int(v)
		}
		w.Bool(r.Turn)
		for _, ids := range [...][]int64{r.Class.Users, r.Class.Queues, r.Class.Partitions} {
			w.Ints(ids)
		}
		w.Int(int64(len(r.Spans)))
		for _, s := range r.Spans {
			w.Int(s.From)
			w.Int(s.To)
		}
	}
}

// Decode reads what Encode wrote.
func Decode(r *wire.Reader) (list []Bound) {
	for n := r.Len(); n > 0 && r.Err() == nil; n-- {
		x := Bound{Rule: Rule{Kind: Kind(r.Int()), Class: Class{Over: r.Int(), Wider: r.Int()}, Per: Per(r.Int()), Of: Measure(r.Int()),
			Most: r.Int(), From: int32(r.Int()), To: int32(r.Int()), Days: Days(r.Int()), Since: r.Int(), Until: r.Int(), Turn: r.Bool()}}
		for _, ids := range [...]*[]int64{&x.Class.Users, &x.Class.Queues, &x.Class.Partitions} {
			if *ids = r.Ints(); len(*ids) == 0 {
				*ids = nil
			}
		}
		for m := r.Len(); m > 0 && r.Err() == nil; m-- {
			x.Spans = append(x.Spans, Span{r.Int(), r.Int()})
		}
		list = append(list, x)
	}
	return list
}
