package job

// digester is what a page names data by.
type digester = hash
