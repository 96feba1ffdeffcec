import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../server/config.ts'
import { describeUnreadable, findMissingKeys } from '../server/operating/backup/encrypted-values.ts'
import type { EndedAccess } from '../server/operating/backup/end-access.ts'
import {
  HEADS,
  type Manifest,
  readBackup,
  ROLES,
  SECRETS,
} from '../server/operating/backup/manifest.ts'
import {
  endAllAccess,
  type Restored,
  restoreBackup,
} from '../server/operating/backup/restore-backup.ts'
import { runCommand } from './audit-command.ts'
import { readArguments, refuseArguments } from './command-line.ts'
import { withOwner } from './reach-owner.ts'

const usage = `Usage: npm run restore -- FOLDER [--replace] [--accept-unreadable]
       npm run restore -- --end-sessions

Restores a backup into the empty database of the server's environment, while no server uses it. All access ends.
  --replace            deletes everything in the database first
  --accept-unreadable  restores without the keys of encrypted values
  --end-sessions       only ends all access, after a recovery by other means`

const { values, positionals } = readArguments(usage, {
  options: {
    replace: { type: 'boolean', default: false },
    'accept-unreadable': { type: 'boolean', default: false },
    'end-sessions': { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const [given, ...more] = positionals
if (more.length > 0 || (given === undefined) !== values['end-sessions']) refuseArguments(usage)

await runCommand(() => (given === undefined ? endSessions() : restore(resolve(given))))

async function endSessions(): Promise<string> {
  const ended = await withOwner(readConfig(process.env), ({ ownerUrl }) => endAllAccess(ownerUrl))
  return describeEnded(ended)
}

function describeEnded({ sessions, apiTokens, signingKeys }: EndedAccess): string {
  return `Ended ${sessions} sessions, revoked ${apiTokens} API tokens, removed ${signingKeys} signing keys, and ended all unfinished sign-ins, confirmations and codes.`
}

async function restore(folder: string): Promise<string> {
  const start = performance.now()
  const manifest = await readBackup(folder)
  await restoreSecrets(folder, manifest)
  const config = readConfig(process.env)
  const options = { replace: values.replace, acceptUnreadable: values['accept-unreadable'] }
  const restored = await withOwner(
    config,
    (roles) => restoreBackup(folder, manifest, { roles, config, ...options }),
    { exclusive: true },
  )
  const lines = [
    `Restored the backup of ${manifest.taken_at} by version ${manifest.version} (${((performance.now() - start) / 1000).toFixed(1)} s).`,
    describeEnded(restored),
    await restoreHeads(folder, manifest, config),
    ...describeLosses(manifest, config, restored),
  ]
  return lines.join('\n')
}

/**
 * Writes the keys of the backup to the key file of an embedded database that has none. Must run before the
 * configuration is read, which creates a new key.
 */
async function restoreSecrets(folder: string, { files }: Manifest): Promise<void> {
  const { SECRETS_KEYS, DATABASE_URL, DATA_DIR } = process.env
  const dataDir = resolve(DATA_DIR || './data')
  const file = join(dataDir, 'secrets.key')
  const included = files.some(({ name }) => name === SECRETS)
  if (!included || SECRETS_KEYS || DATABASE_URL || existsSync(file)) return
  const keys = (await readFile(join(folder, SECRETS), 'utf8')).trim()
  const [, only] = /^data-dir:([^,]+)$/.exec(keys) ?? []
  if (only === undefined)
    throw new Error(
      `Set SECRETS_KEYS to the content of ${join(folder, SECRETS)}, and keep it for the server.`,
    )
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(file, only, { mode: 0o600, flag: 'wx' })
}

/** Restores the file of AUDIT_CHECKPOINTS if there is none, so that `audit:verify` can compare with it. */
async function restoreHeads(
  folder: string,
  { files }: Manifest,
  { auditCheckpoints: place }: Config,
): Promise<string> {
  const source = join(folder, HEADS)
  if (!files.some(({ name }) => name === HEADS))
    return 'The backup contains no heads of the audit log that were stored outside of the database.'
  if (place?.kind !== 'file' || existsSync(place.path))
    return `Compare the audit log with the heads of the backup: npm run audit:verify -- --checkpoints ${source}`
  await copyFile(source, place.path)
  return `Restored the heads of the audit log to ${place.path}. Run npm run audit:verify.`
}

function describeLosses(
  manifest: Manifest,
  { secretsKeys }: Config,
  { migrated, missingRoles }: Restored,
): string[] {
  const unreadable = findMissingKeys(manifest.keys, secretsKeys)
  return [
    ...(migrated.length > 0 ? [`Upgraded the schema to ${migrated.at(-1)}.`] : []),
    ...(missingRoles.length > 0
      ? [
          `These roles do not exist here and got no rights: ${missingRoles.join(', ')}. See ${ROLES}.`,
        ]
      : []),
    ...(unreadable.length > 0
      ? [`These values cannot be decrypted:\n${describeUnreadable(unreadable)}`]
      : []),
  ]
}
