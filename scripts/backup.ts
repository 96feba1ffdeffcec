import { readConfig } from '../server/config.ts'
import { BackupFolder } from '../server/operating/backup/backup-folder.ts'
import { type Backup, createBackup } from '../server/operating/backup/create-backup.ts'
import { describeUnreadable } from '../server/operating/backup/encrypted-values.ts'
import { ROLES, SECRETS } from '../server/operating/backup/manifest.ts'
import { runCommand } from './audit-command.ts'
import { readArguments, refuseArguments } from './command-line.ts'
import { withOwner } from './reach-owner.ts'

const usage = `Usage: npm run backup -- FOLDER [--with-secrets]

Backs up the database of the server's environment into a new folder, while the server runs.
  --with-secrets  also stores SECRETS_KEYS in it`

const { values, positionals } = readArguments(usage, {
  options: { 'with-secrets': { type: 'boolean', default: false } },
  allowPositionals: true,
})

const [given, ...more] = positionals
if (given === undefined || more.length > 0) refuseArguments(usage)

await runCommand(async () => {
  const start = performance.now()
  const config = readConfig(process.env)
  const withSecrets = values['with-secrets']
  return withOwner(config, async (roles) => {
    const folder = await BackupFolder.create(given)
    discardOnSignals(folder)
    try {
      const backup = await createBackup(folder, { roles, config, withSecrets })
      return report(folder, backup, { withSecrets, seconds: (performance.now() - start) / 1000 })
    } catch (error) {
      folder.discard()
      throw error
    }
  })
})

function discardOnSignals(folder: BackupFolder): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      folder.discard()
      console.error('Interrupted. The incomplete backup was removed.')
      process.exit(130)
    })
}

function report(
  { path }: BackupFolder,
  { manifest, digest, heads }: Backup,
  { withSecrets, seconds }: { withSecrets: boolean; seconds: number },
): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    `Backed up ${rows} rows of ${manifest.tables.length} tables, as of ${manifest.taken_at}, to ${path} (${(bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s).`,
    `SHA-256 of manifest.json: ${digest}`,
    `Database roles: ${ROLES}, without passwords.`,
    heads === undefined
      ? 'Heads of the audit log stored outside of the database: not included, because AUDIT_CHECKPOINTS names no existing file.'
      : `Heads of the audit log stored outside of the database: ${heads}.`,
    withSecrets
      ? `${SECRETS} contains SECRETS_KEYS: anyone who can read the backup can decrypt everything in it.`
      : `SECRETS_KEYS is not included. Keep a copy elsewhere: without it these values cannot be decrypted.\n${describeUnreadable(manifest.keys)}`,
  ].join('\n')
}
