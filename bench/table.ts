/** Two rates and their ratio, with the minimum ratio if there is a target. */
export interface RatioRow {
  measure: string
  ours: number
  beside: number
  ratio: number
  aim?: number
}

/** One value, with the maximum if there is a target. The measure's name includes the unit. */
export interface ValueRow {
  measure: string
  value: number
  aim?: number
}

/** A row of the result. */
export type Row = RatioRow | ValueRow

/** Prints the result of a run, narrow enough for any terminal. */
export function printTable(rows: readonly Row[]): void {
  line(['measure', 'portal/s', 'beside/s', 'ratio', 'aim', ''])
  for (const row of rows) {
    const { measure, aim } = row
    if ('ratio' in row) {
      const verdict = aim === undefined ? '' : row.ratio >= aim ? 'ok' : 'not'
      const target = aim === undefined ? '-' : `>= ${aim.toFixed(2)}`
      const rates = [row.ours.toFixed(0), row.beside.toFixed(0)]
      line([measure, ...rates, row.ratio.toFixed(2), target, verdict])
    } else {
      const verdict = aim === undefined ? '' : row.value <= aim ? 'ok' : 'not'
      const target = aim === undefined ? '-' : `<= ${aim}`
      line([measure, '', '', row.value.toFixed(0), target, verdict])
    }
  }
}

const widths = [42, 9, 9, 7, 8, 4]

function line(cells: readonly string[]): void {
  const padded = cells.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
  )
  console.log(padded.join('').trimEnd())
}
