import { api, type Operation } from '../../contract/api.ts'
import { type Endpoint, grantsFor } from '../../contract/endpoint.ts'
import { callerNames, type CallerName, callers } from './matrix-people.ts'

/** Outcomes of all callers for one endpoint and one row. */
export interface MeasuredRow {
  operation: Operation
  row: string
  outcomes: Readonly<Partial<Record<CallerName, string>>>
}

/** Returns the table of `docs/security/matrix.md`. */
export function matrixDocument(measured: readonly MeasuredRow[]): string {
  const operations = [...new Set(measured.map(({ operation }) => operation))]
  const table = [
    ['endpoint', 'row', ...callerNames],
    ...measured.map(({ operation, row, outcomes }) => [
      `\`${operation}\``,
      row,
      ...callerNames.map((name) => brief(outcomes[name] ?? '')),
    ]),
  ]
  return `# Who may call what

Made by \`server/every-endpoint/matrix.test.ts\`, which calls every endpoint of the real server as each of these people, on each of these rows, compares what is answered with what follows from the contract, and fails where this file says something else. After a change that is meant, \`UPDATE_MATRIX=1 npx vitest run --project server server/every-endpoint/matrix.test.ts\` writes it anew.

## The people

${callerNames.map((name) => `- **${name}**: ${callers[name]}`).join('\n')}

## The rows

- **own**: of the caller's company, or the caller's own; in the catalogue, what the company is entitled to
- **shown**: made by administrators and shown to the caller's company
- **foreign**: of another company or somebody else
- **missing**: there is no such row
- **–**: the call names no row

\`yes\` is a success; in a list it means that the row is in it, and \`hidden\` that it is not. A number is the status of the refusal: 401 who are you, 403 you may not, 404 there is no such row, or you don't see it. Who may confirm identity did so before.

## The table

${aligned(table)}

## What opens each endpoint

${operations.map((operation) => `- \`${operation}\` (\`${api[operation].method} ${api[operation].path}\`): ${accessOf(api[operation])}`).join('\n')}
`
}

function brief(outcome: string): string {
  if (outcome === '200 not listed') return 'hidden'
  return /^[23]/.test(outcome) ? 'yes' : outcome.slice(0, 3)
}

function accessOf({ access, confirm, peopleOnly, grantsRights }: Endpoint): string {
  const opened =
    typeof access === 'string'
      ? access
      : grantsFor(access)
          .map(({ screen, action }) => (action === undefined ? screen : `${screen} ${action}`))
          .join(', ')
  return [
    opened,
    ...(confirm === true ? ['identity is confirmed'] : []),
    ...(typeof confirm === 'object' ? [`identity is confirmed where ${confirm.when}`] : []),
    ...(peopleOnly && !confirm ? ['closed to programs'] : []),
    ...(grantsRights ? [`${grantsRights} grants rights, which no delegation does`] : []),
  ].join('; ')
}

/** Aligns columns as the repository's formatter does. */
function aligned(table: readonly (readonly string[])[]): string {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(3, ...table.map((cells) => cells[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...rows] = table
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
