package order

// Names are the orders' names.
func Names(orders []Order) []string {
	var list []string
	for _, o := range orders {
		list = append(list, o.Name())
	}
	return list
}

// Proper are orders by their proper names, each once.
func Proper(names []string) ([]string, error) {
	var list []string
	known := map[string]bool{}
	for _, s := range names {
		o, err := Parse(s)
		if err != nil {
			return nil, err
		}
		if name := o.Name(); !known[name] {
			known[name] = true
			list = append(list, name)
		}
	}
	return list, nil
}
