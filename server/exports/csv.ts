import { stringify } from 'csv-stringify/sync'

/** Without it Excel takes UTF-8 for the letters of Windows. */
export const byteOrderMark = '\uFEFF'

/** What a spreadsheet may take for a formula, at the beginning of a cell. */
const formula = /(?<=^|[,\t\r\n])(?=\s*[=+\-@＝＋－＠])/g

/** A text as it stands in a cell: where a formula would begin, an apostrophe does. */
export const asCsvText = (text: string): string => text.replace(formula, "'")

/**
 * Lines of CSV as Excel reads it in Brazil. Text stays text: where a formula would begin, an apostrophe does. A program
 * that separates at commas or tabs finds cells within ours, so the same holds after those.
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
