package swf

import "strings"

// Name is what a log in a file of that name (without folder) is called: the
// name without the endings .swf, .txt and .gz.
func Name(file string) string {
	for {
		dot := strings.LastIndexByte(file, '.')
		if dot <= 0 {
			return file
		}
		switch strings.ToLower(file[dot:]) {
		case ".swf", ".gz", ".txt":
			file = file[:dot]
		default:
			return file
		}
	}
}
