import type { PreviewRow } from './preview-rows.ts'

/** Maximum number of ranges of lines that are listed for a group. */
const runsMax = 50

/** Returns the rows with `same` set on the first row of each group that is refused for the same reasons. */
export function groupRefused(rows: readonly PreviewRow[]): PreviewRow[] {
  const refused = rows.filter(({ outcome }) => outcome === 'refused')
  const groups = Map.groupBy(refused, ({ refusals }) =>
    JSON.stringify(refusals.map(({ column, sentence }) => [column, sentence])),
  )
  const first = new Map(
    [...groups.values()].map((group) => [group[0], group.map(({ line }) => line)]),
  )
  return rows.map((row) => {
    const lines = first.get(row)
    return lines ? { ...row, same: { rows: lines.length, lines: linesText(lines) } } : row
  })
}

/** Formats ascending line numbers as ranges: '2–501, 503'. */
export function linesText(lines: readonly number[]): string {
  const runs: { from: number; to: number }[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last && line === last.to + 1) last.to = line
    else runs.push({ from: line, to: line })
  }
  const named = runs.slice(0, runsMax)
  const text = named
    .map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`))
    .join(', ')
  const shown = named.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  const more = lines.length - shown
  return more === 0 ? text : `${text} e mais ${more.toLocaleString('pt-BR')}`
}
