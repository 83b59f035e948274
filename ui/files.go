package ui

// SaveCSV, SaveSVG and SavePNG hand out the evidence as files.
func (a *App) SaveCSV() {
	if a.Report != nil {
		a.Browser.Download(a.fileName("csv"), "text/csv", []byte(a.Report.CSV()))
	}
}

func (a *App) SaveSVG() {
	if a.Report != nil {
		a.Browser.Download(a.fileName("svg"), "image/svg+xml", []byte(a.forest(900, true)))
	}
}

func (a *App) SavePNG() {
	if a.Report != nil {
		a.Browser.DownloadPNG(a.fileName("png"), a.forest(900, true))
	}
}

func (a *App) fileName(ending string) string {
	return "shadowtime-" + a.Summary.Name + "-compare." + ending
}
