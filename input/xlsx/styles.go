package xlsx

import "strconv"

// readStyles notes which styles show a number as a date.
func (b *Book) readStyles() error {
	name := b.main.styles
	if name == "" {
		return nil
	}
	data, err := b.readPart(name)
	if err != nil {
		return err
	}
	if b.dates, err = parseStyles(data); err != nil {
		return &PartError{name, err}
	}
	return nil
}

// parseStyles returns what each style of a cell shows.
func parseStyles(data []byte) (dates []dateKind, err error) {
	formats := make(map[string]dateKind)
	inCells := false // other lists hold xf too
	err = eachElement(data, func(name string, attrs map[string]string) {
		switch name {
		case "numFmt":
			formats[attrs["numFmtId"]] = formatDate(attrs["formatCode"])
		case "cellStyleXfs", "cellStyles", "dxfs":
			inCells = false
		case "cellXfs":
			inCells = true
		case "xf":
			if !inCells {
				break
			}
			kind, ok := formats[attrs["numFmtId"]]
			if !ok {
				id, _ := strconv.Atoi(attrs["numFmtId"]) // 0 shows no date
				kind = builtinDate(id)
			}
			dates = append(dates, kind)
		}
	})
	return dates, err
}
