import { exportLog } from '../server/audit/verifying/log-export.ts'
import { atOneMoment } from '../server/audit/verifying/verify-audit-log.ts'
import { runCommand, withDatabase } from './audit-command.ts'
import { readArguments, refuseArguments } from './command-line.ts'

const usage = `Usage: npm run audit:export -- FOLDER

Writes the events of the audit log, without personal values, and the data to verify them into the folder.`

const { positionals } = readArguments(usage, { allowPositionals: true })
const [folder, ...more] = positionals
if (folder === undefined || more.length > 0) refuseArguments(usage)

await runCommand(async () => {
  const size = await withDatabase((db) =>
    atOneMoment(db, ({ source, verifierKey }) => exportLog(source, verifierKey, folder)),
  )
  return `Wrote ${size} events and the tiles over them to ${folder}.`
})
