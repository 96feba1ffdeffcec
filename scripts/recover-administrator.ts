import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/database/database.ts'
import {
  recoverAdministrator,
  type RecoveredAdministrator,
} from '../server/operating/recover-administrator.ts'
import { Keyring } from '../server/secrets/keyring.ts'
import { systemClock } from '../server/shared/clock.ts'
import { runCommand } from './audit-command.ts'
import { readArguments, refuseArguments } from './command-line.ts'
import { withOwner } from './reach-owner.ts'

const usage = `Usage: npm run administrator:recover -- EMAIL

Lets an administrator in who has lost password, mailbox and second factors, if no other administrator can help
(docs/operating.md). Prints a temporary password and recovery codes, and removes passkeys and the authenticator app.
The audit log records it, and all administrators are notified by mail.`

const { positionals } = readArguments(usage, { allowPositionals: true, options: {} })
const [email, ...more] = positionals
if (email === undefined || more.length > 0) refuseArguments(usage)

await runCommand(async () => {
  const config = readConfig(process.env)
  return withOwner(config, async ({ url }) => {
    const pool = openDatabase(url, { max: 1, onError: (error) => console.error(error.message) })
    try {
      const parts = { keyring: new Keyring(config.secretsKeys), clock: systemClock }
      return describe(await recoverAdministrator(pool.db, email.trim().toLowerCase(), parts))
    } finally {
      await pool.close()
    }
  })
})

function describe(made: RecoveredAdministrator): string {
  return `${made.email} can sign in with this temporary password, valid for 24 hours, and must then set a new one:

  ${made.password}

The code of the sign-in is sent by mail or SMS; if both are lost, 'Código de recuperação' takes one of these, each once:

${made.codes.map((code) => `  ${code}`).join('\n')}

Hand them over in person, and clear this terminal.`
}
