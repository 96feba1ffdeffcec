import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { splitCheckpoints } from '../server/audit/log/checkpoint.ts'
import { verifyLog } from '../server/audit/verifying/verify-log.ts'
import { verifierOf, verifyTrail } from '../server/audit/verifying/verify-trail.ts'
import type { Config } from '../server/config.ts'
import { openFolder, runCommand, withDatabase } from './audit-command.ts'

// npm run audit:verify -- [--from FOLDER [--key FILE]] [--checkpoints FILE]
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    key: { type: 'string' },
    checkpoints: { type: 'string' },
  },
})

await runCommand(() =>
  values.from === undefined
    ? withDatabase(async (db, config) => {
        const whole = await verifyTrail(db, await readKept(config.auditCheckpoints))
        return `The trail holds. Events sealed: ${whole.size}, waiting: ${whole.waiting}; heads kept elsewhere that agree: ${whole.kept}.`
      })
    : verifyFolder(values.from),
)

async function verifyFolder(folder: string): Promise<string> {
  const { source, verifierKey } = await openFolder(folder, values.key)
  const whole = await verifyLog(source, verifierOf(verifierKey), await readKept(undefined))
  return `The log holds. Events: ${whole.size}, signed by ${verifierKey.trim()}; heads kept elsewhere that agree: ${whole.kept}.`
}

/** The heads in the file that is named, or else in the one that the server keeps them in. */
async function readKept(place: Config['auditCheckpoints']): Promise<string[]> {
  const file = values.checkpoints ?? (place?.kind === 'file' ? place.path : undefined)
  return file === undefined ? [] : splitCheckpoints(await readFile(file, 'utf8'))
}
