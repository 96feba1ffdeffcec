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
import { readArguments, refuseArguments } from './command-line.ts'
import { withOwner } from './reach-owner.ts'

const usage = `Usage: npm run keys -- COMMAND [--json]

  list                shows the signing keys and those of SECRETS_KEYS; the default
  announce            creates a signing key that is published, but not used yet
  activate [--now]    signs with the announced key, and retires the previous one; --now does not wait 10 minutes
  retire KID [--now]  removes an announced key, with --now also a retired one, whose tokens are then refused
  reencrypt           encrypts stored secrets with the first key of SECRETS_KEYS`

// A KID may begin with a hyphen. All options have two.
const isOption = (argument: string) => argument.startsWith('--')
const sent = process.argv.slice(2)

const { values, positionals } = readArguments(usage, {
  args: [...sent.filter(isOption), '--', ...sent.filter((argument) => !isOption(argument))],
  options: {
    json: { type: 'boolean', default: false },
    now: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const commands = ['list', 'announce', 'activate', 'retire', 'reencrypt'] as const
const [given = 'list', kid, ...more] = positionals
const command =
  commands.find((one) => one === given) ?? refuseArguments(usage, `Unknown command: ${given}`)
if (more.length > 0 || (command === 'retire') !== (kid !== undefined)) refuseArguments(usage)

await runCommand(async () => {
  const config = readConfig(process.env)
  return withOwner(config, async ({ ownerUrl }) => {
    const pool = openDatabase(ownerUrl, {
      max: 1,
      onError: (error) => console.error(error.message),
    })
    try {
      const done = await run(pool.db, new Keyring(config.secretsKeys))
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
async function run(db: Db, keyring: Keyring): Promise<string | undefined> {
  const immediately = values.now
  switch (command) {
    case 'list':
      break
    case 'announce':
      return `Announced ${(await announceSigningKey(db, keyring)).kid}.`
    case 'activate':
      return `Activated ${(await activateSigningKey(db, keyring, { immediately })).kid}.`
    case 'retire':
      await retireSigningKey(db, kid ?? '', { immediately })
      return `Removed ${kid}: its tokens are refused.`
    case 'reencrypt': {
      const counts = Object.entries(await reencrypt(db, keyring))
      return counts.length === 0
        ? 'Nothing to encrypt again.'
        : `Encrypted again with the key "${keyring.firstId}": ${counts.map(([table, count]) => `${table} ${count}`).join(', ')}.`
    }
  }
  return undefined
}

async function readReport(db: Db, ownerUrl: string, { secretsKeys }: Config): Promise<KeyReport> {
  return {
    signing: await listSigningKeys(db),
    configured: secretsKeys.map(({ id }) => id),
    used: await onOneConnection(ownerUrl, (client) => findUsedKeys(client, secretsKeys)),
  }
}
