import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../server/config.ts'
import { type Db, openDatabase } from '../server/database/database.ts'
import { onOneConnection } from '../server/database/one-connection.ts'
import { findUsedKeys } from '../server/operating/backup/encrypted-values.ts'
import { describeKeys, type KeyReport } from '../server/operating/keys/describe-keys.ts'
import { reencrypt } from '../server/operating/keys/reencrypt.ts'
import { Keyring } from '../server/secrets/keyring.ts'
import {
  activateSigningKey,
  announceSigningKey,
  listSigningKeys,
  retireSigningKey,
} from '../server/sessions/signing-key-rotation.ts'
import { runCommand } from './audit-command.ts'
import { withOwner } from './reach-owner.ts'

// npm run keys -- [list] [--json]
// npm run keys -- announce
// npm run keys -- activate [--now]
// npm run keys -- retire KID [--now]
// npm run keys -- reencrypt
const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    now: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const usage =
  'pass one command: npm run keys -- list, announce, activate [--now], retire KID [--now], or reencrypt; with --json the result is JSON'

await runCommand(async () => {
  const [command = 'list', kid, ...more] = positionals
  const takesKid = command === 'retire'
  if (more.length > 0 || takesKid !== (kid !== undefined)) throw new Error(usage)
  const config = readConfig(process.env)
  return withOwner(config, async ({ ownerUrl }) => {
    const pool = openDatabase(ownerUrl, {
      max: 1,
      onError: (error) => console.error(error.message),
    })
    try {
      const done = await run(pool.db, new Keyring(config.secretsKeys), { command, kid })
      const report = await readReport(pool.db, ownerUrl, config)
      return values.json
        ? JSON.stringify({ done, ...report }, undefined, 2)
        : [...(done === undefined ? [] : [done, '']), describeKeys(report)].join('\n')
    } finally {
      await pool.close()
    }
  })
})

/** Runs the command. Returns what was done, as a sentence; undefined if nothing was changed. */
async function run(
  db: Db,
  keyring: Keyring,
  { command, kid = '' }: { command: string; kid: string | undefined },
): Promise<string | undefined> {
  const immediately = values.now
  switch (command) {
    case 'list':
      return undefined
    case 'announce':
      return `Announced ${(await announceSigningKey(db, keyring)).kid}.`
    case 'activate':
      return `Activated ${(await activateSigningKey(db, keyring, { immediately })).kid}.`
    case 'retire':
      await retireSigningKey(db, kid, { immediately })
      return `Removed ${kid}: its tokens are refused.`
    case 'reencrypt': {
      const counts = Object.entries(await reencrypt(db, keyring))
      return counts.length === 0
        ? 'Nothing to encrypt again.'
        : `Encrypted again with the key "${keyring.firstId}": ${counts.map(([table, count]) => `${table} ${count}`).join(', ')}.`
    }
    default:
      throw new Error(usage)
  }
}

async function readReport(db: Db, ownerUrl: string, { secretsKeys }: Config): Promise<KeyReport> {
  return {
    signing: await listSigningKeys(db),
    configured: secretsKeys.map(({ id }) => id),
    used: await onOneConnection(ownerUrl, (client) => findUsedKeys(client, secretsKeys)),
  }
}
