import { stringify } from 'csv-stringify/sync'
import { listDelegatedRights } from '../server/delegations/delegated-rights.ts'
import { runCommand, withDatabase } from './audit-command.ts'
import { readArguments } from './command-line.ts'

readArguments(
  `Usage: npm run delegation:review > FILE

Writes the rights that were granted under a delegation as CSV (docs/operating.md, "After an upgrade").`,
  {},
)

await runCommand(async () => {
  const rows = await withDatabase((db) => listDelegatedRights(db, new Date()))
  if (rows.length === 0) return 'No rights were made under a delegation.'
  const cells = rows.map((row) => ({ ...row, happened_at: row.happened_at.toISOString() }))
  // Users typed these names. Escape them, so that spreadsheets do not run them as formulas.
  return stringify(cells, { header: true, escape_formulas: true, cast: { boolean: String } }).trim()
})
