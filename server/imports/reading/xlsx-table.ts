import type { ImportKindName } from '../../../contract/import-kinds.ts'
import { BoundedTable, type Table } from './bounded-table.ts'
import { textOf } from './cell.ts'
import { FileRefusal, refuseFile } from './file-refusal.ts'
import { headersFault, headersText } from './named-cells.ts'
import { readCellFormats } from './number-formats.ts'
import { type CellContext, markMerged, readSheetRows, type SheetRow } from './sheet-cells.ts'
import { readSharedStrings } from './sheet-text.ts'
import { openWorkbook, type Sheet } from './workbook-files.ts'
import { damaged } from './zip-directory.ts'

/** Reads the first visible sheet of a workbook that has the headers of this kind of import. */
export function xlsxTable(bytes: Buffer, kind: ImportKindName): Table {
  try {
    const { sheets, strings, styles, dates } = openWorkbook(bytes)
    const context = {
      strings: readSharedStrings(strings),
      formats: readCellFormats(styles),
      dates,
    }
    const sheet = chooseSheet(sheets, context, kind)
    return { sheet: sheet.name, rows: readTable(sheet, context) }
  } catch (error) {
    if (error instanceof FileRefusal) throw error
    // The XML is malformed, or the workbook is invalid.
    return damaged()
  }
}

function readTable({ bytes }: Sheet, context: CellContext) {
  const table = new BoundedTable()
  const merged = readSheetRows(bytes, context, ({ line, cells }) => table.add(cells, line))
  markMerged(table.rows, merged)
  return table.rows
}

function chooseSheet(sheets: readonly Sheet[], context: CellContext, kind: ImportKindName): Sheet {
  const faults: string[] = []
  for (const sheet of sheets) {
    const fault = headersFault(titlesOf(sheet, context), kind)
    if (fault === undefined) return sheet
    faults.push(fault)
  }
  const [fault] = faults
  if (fault !== undefined && faults.length === 1) refuseFile(fault)
  const names = sheets.map(({ name }) => `“${name.slice(0, 40)}”`)
  return refuseFile(
    `Nenhuma aba tem na primeira linha os títulos do modelo: ${headersText(kind)}. Abas do arquivo: ${names.slice(0, namesMax).join(', ')}${names.length > namesMax ? '…' : ''}.`,
  )
}

/** Maximum number of sheet names in a refusal. */
const namesMax = 10

/** Returns the first row of a sheet that is not blank. */
function titlesOf({ bytes }: Sheet, context: CellContext): string[] | undefined {
  let titles: SheetRow | undefined
  readSheetRows(bytes, context, (row) => {
    titles = row
    return true
  })
  return titles?.cells.map(textOf)
}
