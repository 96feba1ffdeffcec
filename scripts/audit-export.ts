import { parseArgs } from 'node:util'
import { exportLog } from '../server/audit/verifying/log-export.ts'
import { atOneMoment } from '../server/audit/verifying/verify-audit-log.ts'
import { runCommand, withDatabase } from './audit-command.ts'

// npm run audit:export -- FOLDER
const { positionals } = parseArgs({ allowPositionals: true })

await runCommand(async () => {
  const [folder] = positionals
  if (folder === undefined || positionals.length !== 1)
    throw new Error('pass a folder: npm run audit:export -- FOLDER')
  const size = await withDatabase((db) =>
    atOneMoment(db, ({ source, verifierKey }) => exportLog(source, verifierKey, folder)),
  )
  return `Wrote ${size} events and the tiles over them to ${folder}.`
})
