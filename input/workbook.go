package input

import (
	"errors"

	"geoscan"
)

// workbookPart is a member that all workbooks and other documents of the Office
// Open XML formats have, and no other archive.
const workbookPart = "[Content_Types].xml"

var errWorkbook = errors.New("is a workbook (xlsx) or another Office document; these can't be read yet, save it as tab-separated text")

// openWorkbook returns the table in a workbook. medium is the archive of its
// parts, read by r, and belongs to the source that is returned.
func (o Options) openWorkbook(_ geoscan.Source, _ geoscan.SizedReaderAt) (geoscan.Source, error) {
	return nil, errWorkbook
}
