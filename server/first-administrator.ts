import { ownWork } from './secrets/password-hash.ts'
import { sql } from 'kysely'
import { lockKeys } from '../database/lock-keys.ts'
import { administratorProfileId, consoleModuleId } from '../contract/constants.ts'
import type { Config } from './config.ts'
import type { PasswordService } from './passwords/password-service.ts'
import type { Clock } from './shared/clock.ts'
import type { Db } from './database/database.ts'

type FirstAdministrator = NonNullable<Config['firstAdministrator']>

/** Seats of the association in the console until plans are created. */
const seats = 10

/**
 * Creates the first user of an installation: an administrator, who receives a temporary password by mail, and the
 * association as a company with seats in the console. Does nothing if there are users, or if no mail is sent, because the
 * administrator could then not sign in. Returns what it did, or why it did nothing.
 */
export async function ensureFirstAdministrator(
  db: Db,
  { email, name, association, cnpj }: FirstAdministrator,
  passwords: PasswordService,
  clock: Clock,
  sendsMail: boolean,
): Promise<'created' | 'no-mail' | 'has-users'> {
  const temporary = await passwords.prepareTemporary(ownWork)
  return db.transaction().execute(async (trx) => {
    // Serialises processes that start at the same time.
    await sql`select pg_advisory_xact_lock(${lockKeys.firstAdministrator})`.execute(trx)
    if (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return 'has-users'
    if (!sendsMail) return 'no-mail'
    const company = await trx
      .insertInto('companies')
      .values({ name: association, email, document: cnpj })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('loose_plans')
      .values({ company_id: company.id, module_id: consoleModuleId, seat_limit: seats })
      .execute()
    const user = await trx
      .insertInto('users')
      .values({ name, email, created_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const belongs = { user_id: user.id, company_id: company.id }
    await trx.insertInto('user_companies').values(belongs).execute()
    await trx
      .insertInto('user_profiles')
      .values({ ...belongs, profile_id: administratorProfileId })
      .execute()
    await passwords.replaceByTemporary(trx, { id: user.id, name, email }, temporary)
    return 'created'
  })
}
