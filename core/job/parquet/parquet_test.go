package parquet

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	writer "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/typed"
)

// made is a column of a type: how it may be encoded, its value in a row, and how a table has that.
type made struct {
	name string
	node writer.Node
	ways []encoding.Encoding
	at   func(i int) (writer.Value, string)
}

var (
	whole   = []encoding.Encoding{&writer.Plain, &writer.RLEDictionary, &writer.DeltaBinaryPacked}
	parts   = []encoding.Encoding{&writer.Plain, &writer.RLEDictionary, &writer.ByteStreamSplit}
	long    = []encoding.Encoding{&writer.Plain, &writer.RLEDictionary, &writer.DeltaLengthByteArray, &writer.DeltaByteArray}
	either  = []encoding.Encoding{&writer.Plain, &writer.RLEDictionary}
	packers = []compress.Codec{&writer.Uncompressed, &writer.Snappy, &writer.Gzip, &writer.Zstd}
)

// types are columns of every type.
var types = []made{
	{"truth", writer.Leaf(writer.BooleanType), []encoding.Encoding{&writer.Plain, &writer.RLE}, func(i int) (writer.Value, string) {
		return writer.ValueOf(i%3 == 0), strconv.FormatBool(i%3 == 0)
	}},
	{"int32", writer.Int(32), whole, func(i int) (writer.Value, string) { return writer.ValueOf(int32(i*i - 7)), fmt.Sprint(i*i - 7) }},
	{"uint32", writer.Uint(32), whole, func(i int) (writer.Value, string) {
		return writer.ValueOf(uint32(1<<32 - 1 - i)), fmt.Sprint(1<<32 - 1 - i)
	}},
	{"int64", writer.Int(64), whole, func(i int) (writer.Value, string) {
		x := int64(i) * int64(i) * (1<<41 + 12345) * int64(1-2*(i%2))
		return writer.ValueOf(x), fmt.Sprint(x)
	}},
	{"steady", writer.Int(64), whole, func(i int) (writer.Value, string) { return writer.ValueOf(int64(i / 100)), fmt.Sprint(i / 100) }},
	{"uint64", writer.Uint(64), whole, func(i int) (writer.Value, string) {
		return writer.ValueOf(uint64(1<<63) + uint64(i)), fmt.Sprint(uint64(1<<63) + uint64(i))
	}},
	{"float", writer.Leaf(writer.FloatType), parts, func(i int) (writer.Value, string) {
		return writer.ValueOf(float32(i) / 10), strconv.FormatFloat(float64(float32(i)/10), 'f', -1, 32)
	}},
	{"double", writer.Leaf(writer.DoubleType), parts, func(i int) (writer.Value, string) {
		return writer.ValueOf(float64(i) / 10), strconv.FormatFloat(float64(i)/10, 'f', -1, 64)
	}},
	{"text", writer.String(), long, func(i int) (writer.Value, string) {
		text := fmt.Sprintf(`user%03d, "of" Zürich`, i%300)
		return writer.ValueOf(text), text
	}},
	{"bytes", writer.Leaf(writer.ByteArrayType), long, func(i int) (writer.Value, string) {
		return writer.ValueOf([]byte{0xff, byte(i)}), fmt.Sprintf("ff%02x", byte(i))
	}},
	{"fixed", writer.Leaf(writer.FixedLenByteArrayType(4)), either, func(i int) (writer.Value, string) {
		return writer.FixedLenByteArrayValue(fmt.Appendf(nil, "%04d", i)), fmt.Sprintf("%04d", i)
	}},
	stamps("ms", writer.Millisecond, true, 3), stamps("us", writer.Microsecond, true, 6), stamps("ns", writer.Nanosecond, true, 9),
	stamps("local", writer.Microsecond, false, 6),
	{"int96", writer.Leaf(writer.Int96Type), either, func(i int) (writer.Value, string) {
		t := moment(i)
		of := uint64(t.Sub(t.Truncate(24 * time.Hour)))
		return writer.ValueOf(deprecated.Int96{uint32(of), uint32(of >> 32), uint32(t.Unix()/86400) + 2_440_588}), dated(t, 9)
	}},
	{"date", writer.Date(), whole, func(i int) (writer.Value, string) {
		return writer.ValueOf(int32(i*97 - 300_000)), time.Unix(int64(i*97-300_000)*86400, 0).UTC().Format(time.DateOnly)
	}},
	{"clock", writer.Time(writer.Millisecond), whole, func(i int) (writer.Value, string) {
		return writer.ValueOf(int32(i * 20_000)), time.Unix(int64(i*20), 0).UTC().Format(time.TimeOnly)
	}},
	{"cents", writer.Decimal(2, 9, writer.Int32Type), whole, func(i int) (writer.Value, string) {
		return writer.ValueOf(int32(5 - i)), cents(big.NewInt(int64(5 - i)))
	}},
	{"money", writer.Decimal(2, 38, writer.FixedLenByteArrayType(16)), either, func(i int) (writer.Value, string) {
		x := new(big.Int).Exp(big.NewInt(int64(i-50)), big.NewInt(9), nil)
		of := new(big.Int).Set(x)
		if x.Sign() < 0 {
			of.Add(x, new(big.Int).Lsh(big.NewInt(1), 128))
		}
		return writer.FixedLenByteArrayValue(of.FillBytes(make([]byte, 16))), cents(x)
	}},
	{"uuid", writer.UUID(), either, func(i int) (writer.Value, string) {
		return writer.FixedLenByteArrayValue(append(make([]byte, 14), byte(i>>8), byte(i))),
			fmt.Sprintf("00000000-0000-0000-0000-00000000%04x", i)
	}},
}

func stamps(name string, unit writer.TimeUnit, utc bool, digits int) made {
	return made{name, writer.TimestampAdjusted(unit, utc), whole, func(i int) (writer.Value, string) {
		t := moment(i)
		n := map[int]int64{3: t.UnixMilli(), 6: t.UnixMicro(), 9: t.UnixNano()}[digits]
		return writer.ValueOf(n), dated(t, digits) + strings.Repeat("Z", map[bool]int{true: 1}[utc])
	}}
}

// moment is one of a row: every fourth is a whole second.
func moment(i int) time.Time {
	return time.Unix(1_700_000_000-977_000*int64(i), int64(i%4)*1_001_001).UTC()
}

func dated(t time.Time, digits int) string {
	if t.Nanosecond() == 0 {
		digits = 0
	}
	return t.Format("2006-01-02T15:04:05" + map[int]string{3: ".000", 6: ".000000", 9: ".000000000"}[digits])
}

func cents(n *big.Int) string {
	q, r := new(big.Int).QuoRem(new(big.Int).Abs(n), big.NewInt(100), new(big.Int))
	return strings.Repeat("-", max(0, -n.Sign())) + fmt.Sprintf("%d.%02d", q, r)
}

// rows are more than a page has.
const rows = 500

// write has the columns in a file of three groups of rows; every seventh value of each that may lack some is none.
func write(t testing.TB, columns []made, node func(c made) writer.Node, options ...writer.WriterOption) []byte {
	t.Helper()
	return writeRows(t, rows, columns, node, options...)
}

// writeRows writes so many rows.
func writeRows(t testing.TB, rows int, columns []made, node func(c made) writer.Node, options ...writer.WriterOption) []byte {
	t.Helper()
	root := writer.Group{}
	for _, c := range columns {
		root[c.name] = node(c)
	}
	var b bytes.Buffer
	w := writer.NewWriter(&b, append(options, writer.NewSchema("jobs", root), writer.PageBufferSize(700),
		writer.MaxRowsPerRowGroup(int64(rows/3)))...)
	byName := map[string]made{}
	for _, c := range columns {
		byName[c.name] = c
	}
	for i := range rows {
		var row writer.Row
		for at, field := range root.Fields() {
			v, _ := byName[field.Name()].at(i)
			switch level := 0; {
			case field.Optional() && i%7 == 3:
				row = append(row, writer.NullValue().Level(0, 0, at))
			default:
				if field.Optional() {
					level = 1
				}
				row = append(row, v.Level(0, level, at))
			}
		}
		_, err := w.WriteRows([]writer.Row{row})
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// table is what Names and Lines write, parted.
func table(t testing.TB, b []byte, wanted func(int) bool) [][]string {
	t.Helper()
	f, err := Open(bytes.NewReader(b), int64(len(b)))
	require.NoError(t, err)
	var text bytes.Buffer
	text.WriteString("-,") // a line without anything would be none
	text.Write(f.Names(','))
	require.NoError(t, f.Rows(wanted, func(columns []*typed.Column, rows int) error {
		for line := range bytes.Lines(Lines(nil, ',', columns, rows)) {
			text.WriteString("-,")
			text.Write(line)
		}
		return nil
	}))
	list, err := csv.NewReader(&text).ReadAll()
	require.NoError(t, err)
	for i := range list {
		list[i] = list[i][1:]
	}
	return list
}

func all(int) bool { return true }

// Whatever a column is of, and however it is encoded and packed, its cells are what was written.
func TestEveryTypeEncodingAndCompressionIsRead(t *testing.T) {
	for _, c := range types {
		for _, way := range c.ways {
			for k, pack := range packers {
				for _, version := range []int{1 + k%2, 2 - k%2}[:fixture.Fewer(1, 2)] {
					for _, lacks := range []bool{false, true} {
						node := func(c made) writer.Node {
							n := writer.Compressed(writer.Encoded(c.node, way), pack)
							if lacks {
								n = writer.Optional(n)
							}
							return n
						}
						list := table(t, write(t, []made{c}, node, writer.DataPageVersion(version)), all)
						what := fmt.Sprintf("%s %v %v version %d, lacks %v", c.name, way, pack, version, lacks)
						require.Equal(t, rows+1, len(list), what)
						require.Equal(t, []string{c.name}, list[0])
						for i, row := range list[1:] {
							_, want := c.at(i)
							if lacks && i%7 == 3 {
								want = ""
							}
							if row[0] != want { // a comparison of each row by require took most of the time
								require.Equal(t, want, row[0], "%s, row %d", what, i)
							}
						}
					}
				}
			}
		}
	}
}

// counted tells which bytes of a file were asked for.
type counted struct {
	b    []byte
	from map[int64]int
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	c.from[at] += len(b)
	return copy(b, c.b[at:]), nil
}

// Of a column that nobody wants no page is read.
func TestOnlyWantedColumnsAreRead(t *testing.T) {
	b := write(t, types, func(c made) writer.Node { return writer.Compressed(c.node, &writer.Zstd) })
	in := &counted{b, map[int64]int{}}
	f, err := Open(in, int64(len(b)))
	require.NoError(t, err)
	at := 0
	for i, name := range f.Columns() {
		if name == "steady" {
			at = i
		}
	}
	sum := func() (n int) {
		for _, k := range in.from {
			n += k
		}
		return n
	}
	before := sum()
	n := 0
	require.NoError(t, f.Rows(func(i int) bool { return i == at }, func(columns []*typed.Column, rows int) error {
		n += strings.Count(string(Lines(nil, ',', columns, rows)), ",")
		return nil
	}))
	require.Equal(t, rows*(len(types)-1), n, "their cells are empty")
	require.Less(t, sum()-before, len(b)/20)
}

// Lists and columns of columns are named, and what stands beside them is read.
func TestNestedColumnsAreLeftOut(t *testing.T) {
	type inner struct{ A, B int32 }
	type row struct {
		Nodes []string `parquet:"nodes,list"`
		Job   int64    `parquet:"job"`
		Power []float64
		Of    inner
		User  string `parquet:"user"`
		More  map[string]int32
		Procs int32 `parquet:"procs"`
	}
	var b bytes.Buffer
	require.NoError(t, writer.Write(&b, []row{{[]string{"a", "b"}, 7, []float64{1, 2}, inner{1, 2}, "ann",
		map[string]int32{"x": 1, "y": 2}, 4},
		{nil, 8, nil, inner{3, 4}, "bob", nil, 5}}))
	f, err := Open(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"nodes", "Power", "Of", "More"}, f.Nested())
	require.Equal(t, [][]string{{"job", "user", "procs"}, {"7", "ann", "4"}, {"8", "bob", "5"}}, table(t, b.Bytes(), all))
}

// Seconds and durations, which the format has no types for, are what Arrow's schema in the footer says.
func TestTypesOfArrowAreTaken(t *testing.T) {
	require.Equal(t, [][]string{{"us", "ns", "ss", "day", "dur", "u64", "i64", "u32"},
		{"2023-11-14T22:13:20.123456", "2023-11-14T22:13:20.123456789", "2023-11-14T22:13:20", "2023-11-14", "0 days 00:00:01.500000",
			"18446744073709551615", "5", "4294967294"},
		{"2023-11-14T22:13:20.123999", "2023-11-14T22:13:20.123999001", "2023-11-14T22:13:21", "2023-11-15", "0 days 00:00:02.500000", "1",
			"9007199254740993", "1"}}, table(t, fixture.Bytes(t, "golden/daemons/parquet", "us.parquet"), all))
}

// A file without its end, or any part of it, is refused by a sentence.
func TestACutFileEndsInASentence(t *testing.T) {
	b := write(t, types[:4], func(c made) writer.Node { return c.node })
	for n := 0; n < len(b); n += 1 + len(b)/500 {
		_, err := Open(bytes.NewReader(b[:n]), int64(n))
		require.ErrorContains(t, err, "this Parquet file", n)
	}
}

// read reads all of a file that may be anything, and wants an error or rows within what a file may have.
func read(t testing.TB, b []byte) { readWithin(t, b, 100_000, 1<<24) }

// readWithin reads a file of at most so many rows, and bytes unpacked: reading more is allowed, and long.
func readWithin(t testing.TB, b []byte, most, left int64) {
	f, err := Open(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return
	}
	if f.left = left; f.rows > most {
		return
	}
	n := int64(0)
	err = f.Rows(all, func(columns []*typed.Column, rows int) error {
		n += int64(rows)
		require.Equal(t, rows, bytes.Count(Lines(nil, '|', columns, rows), []byte("\n")))
		return nil
	})
	require.LessOrEqual(t, n, f.rows)
	if err == nil {
		require.Equal(t, f.rows, n)
	}
}

// A byte that is another anywhere makes an error or other rows, and nothing else.
func TestADamagedFileEndsInASentence(t *testing.T) {
	for k, pack := range packers {
		b := write(t, types[3:12], func(c made) writer.Node {
			return writer.Compressed(writer.Optional(writer.Encoded(c.node, c.ways[k%len(c.ways)])), pack)
		})
		for i := 0; i < len(b); i += 1 + len(b)/fixture.Fewer(20, fixture.ByDay(250, 2_000)) {
			for _, x := range []byte{0, 0xff, b[i] ^ 1, b[i] + 0x10} {
				was := b[i]
				b[i] = x
				read(t, b)
				b[i] = was
			}
		}
	}
}

func FuzzAnyFileEndsInRowsOrASentence(f *testing.F) {
	for i, c := range types {
		for k, way := range c.ways {
			f.Add(writeRows(f, 9, []made{c}, func(c made) writer.Node { // small: a fuzzer looks at each byte
				return writer.Compressed(writer.Optional(writer.Encoded(c.node, way)), packers[(i+k)%len(packers)])
			}))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) { readWithin(t, b, 2_000, 1<<18) })
}
