package lab

// HostRefusals is where a question says what is wrong with the fields of its
// sentence; fields of panels say it in their own row.
const HostRefusals = "refusals"
