import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { splitCheckpoints } from '../server/audit/log/checkpoint.ts'
import { readKeptSize } from '../server/audit/sealing/log-state.ts'
import { AuditLogMismatch, verifyLog } from '../server/audit/verifying/verify-log.ts'
import { verifierOf, verifyAuditLog } from '../server/audit/verifying/verify-audit-log.ts'
import type { ReadSignature } from '../server/audit/verifying/verify-signatures.ts'
import type { Config } from '../server/config.ts'
import type { Db } from '../server/database/database.ts'
import { openFolder, runCommand, withDatabase } from './audit-command.ts'
import { readArguments } from './command-line.ts'

const usage = `Usage: npm run audit:verify -- [--from FOLDER [--key FILE]] [--checkpoints FILE]

Verifies the audit log of the database, and compares it with the heads that were stored externally.
  --from FOLDER       verifies an exported log instead
  --key FILE          verifies it with this key instead of the exported one
  --checkpoints FILE  compares with the heads in this file instead of those of AUDIT_CHECKPOINTS`

const { values } = readArguments(usage, {
  options: {
    from: { type: 'string' },
    key: { type: 'string' },
    checkpoints: { type: 'string' },
  },
})

await runCommand(() =>
  values.from === undefined
    ? withDatabase(async (db, config) => {
        const heads = await readStoredHeads(db, config.auditCheckpoints)
        const whole = await verifyAuditLog(db, heads, (signature) =>
          console.log(describe(signature)),
        )
        return `The audit log is intact. Events sealed: ${whole.size}, waiting: ${whole.unsealed}; heads stored externally that match: ${whole.externalHeads}.`
      })
    : verifyFolder(values.from),
)

/** Says what a signature proves: the operations, not the records before and after. */
function describe({ event, operations }: ReadSignature): string {
  return operations
    ? `Event ${event}: signed these operations: ${operations.join(', ')}`
    : `Event ${event}: erased`
}

async function verifyFolder(folder: string): Promise<string> {
  const { source, verifierKey } = await openFolder(folder, values.key)
  const whole = await verifyLog(source, verifierOf(verifierKey), await readGivenHeads())
  return `The log holds. Events: ${whole.size}, signed by ${verifierKey.trim()}; heads stored externally that match: ${whole.externalHeads}.`
}

/** Returns the checkpoints in the given file, or else in the file to which the server writes them. */
async function readStoredHeads(db: Db, place: Config['auditCheckpoints']): Promise<string[]> {
  if (values.checkpoints !== undefined || place?.kind !== 'file') return readGivenHeads()
  const size = await readKeptSize(db)
  // The server creates the file with the first checkpoint. Before that, a missing file is no error.
  if (size === 0 && !existsSync(place.path)) return []
  if (!existsSync(place.path))
    throw new AuditLogMismatch(
      `${place.path} is missing, although a head of ${size} events was stored externally`,
    )
  return splitCheckpoints(await readFile(place.path, 'utf8'))
}

/** Returns the checkpoints in the given file; none without `--checkpoints`. */
async function readGivenHeads(): Promise<string[]> {
  return values.checkpoints === undefined
    ? []
    : splitCheckpoints(await readFile(values.checkpoints, 'utf8'))
}
