import { stringify } from 'csv-stringify/sync'

/** Without this mark, Excel reads UTF-8 as Windows-1252. */
export const byteOrderMark = '\uFEFF'

/** Positions at which a spreadsheet may find a formula. */
const formula = /(?<=^|[,\t\r\n])(?=\s*[=+\-@＝＋－＠])/g

/** Escapes a text for a cell: puts an apostrophe before everything that looks like a formula. */
export const asCsvText = (text: string): string => text.replace(formula, "'")

/**
 * Writes CSV as Excel reads it in Brazil. Escapes formulas with an apostrophe, even after commas and tabs, where other
 * programs may start a new cell.
 */
export function csvLines(rows: readonly (readonly (string | number | null)[])[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? asCsvText(cell) : cell)),
  )
  return stringify(cells, {
    delimiter: ';',
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  })
}
