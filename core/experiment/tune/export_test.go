package tune

// For tests that make up rows, which stand outside.
var ShortWords = shortWords
