/** A line of the result: two rates and their ratio, with the aim where there is one. */
export interface Row {
  measure: string
  ours: number
  beside: number
  ratio: number
  aim?: number
}

interface Memory {
  now: number
  peak: number
}

/** The result of a run, narrow enough for any terminal. */
export function printTable(
  rows: readonly Row[],
  memory: { before: Memory | undefined; after: Memory | undefined; aim: number },
): void {
  line(['measure', 'portal/s', 'beside/s', 'ratio', 'aim', ''])
  for (const { measure, ours, beside, ratio, aim } of rows) {
    const verdict = aim === undefined ? '' : ratio >= aim ? 'ok' : 'not'
    const wanted = aim === undefined ? '-' : `>= ${aim.toFixed(2)}`
    line([measure, ours.toFixed(0), beside.toFixed(0), ratio.toFixed(2), wanted, verdict])
  }
  const { before, after, aim } = memory
  if (!before || !after) {
    console.log('Resident memory of the server: unknown, this machine has no /proc.')
    return
  }
  const verdict = after.now <= aim ? 'ok' : 'not'
  line(['resident memory after the load, MB', '', '', after.now.toFixed(0), `<= ${aim}`, verdict])
  console.log(`  (${before.now.toFixed(0)} MB before it, ${after.peak.toFixed(0)} MB at the most)`)
}

const widths = [38, 9, 9, 7, 8, 4]

function line(cells: readonly string[]): void {
  const padded = cells.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
  )
  console.log(padded.join('').trimEnd())
}
