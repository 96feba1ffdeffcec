import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { consoleModuleId, masterProfileId } from '../../contract/constants.ts'
import { importKindNames } from '../../contract/import-kinds.ts'
import type { Db } from '../../server/database/database.ts'
import { emptyPreview } from './import-scenario.ts'
import type { TestApp } from './test-app.ts'

interface ExpiredFor {
  userId: number
  companyId: number
  /** Former lender, who still holds the master profile in the company. */
  lenderId: number
  /** A deleted profile of this console. */
  profileId: number
  now: Date
}

/** Adds expired rows to users. Creates the lender and the deleted profile once for each company. */
export class ExpiredRows {
  readonly #app: TestApp
  readonly #companies = new Map<number, Promise<Pick<ExpiredFor, 'lenderId' | 'profileId'>>>()

  constructor(app: TestApp) {
    this.#app = app
  }

  async add(userId: number, companyId: number): Promise<void> {
    const known = this.#companies.get(companyId) ?? this.#newCompany(companyId)
    this.#companies.set(companyId, known)
    const { db, clock } = this.#app
    await insertExpired(db, { ...(await known), userId, companyId, now: clock.now() })
  }

  async #newCompany(companyId: number) {
    const { db, build } = this.#app
    const lender = await build.lender(companyId)
    const profileId = await build.profile({ moduleId: consoleModuleId })
    const profiles = db.updateTable('profiles').set({ active: false })
    await profiles.where('id', '=', profileId).execute()
    return { lenderId: lender.id, profileId }
  }
}

/**
 * Adds ended and expired rows, which must have no effect, to a user in a company: delegations, API tokens, an
 * invitation, imports, sessions, a sign-in, an answered request, a recovery password and a deleted profile. Rows that
 * expire by date look as in the product before housekeeping deletes them.
 */
async function insertExpired(
  db: Db,
  { userId, companyId, lenderId, profileId, now }: ExpiredFor,
): Promise<void> {
  const at = (ago: string) => sql`(${now}::timestamptz - ${ago}::interval)`
  const [longAgo, since, ended] = [at('40 days'), at('9 days'), at('2 days')]
  await sql`
    with lent as (
      insert into delegations (user_id, company_id, delegated_by, begin_at, end_at, closed_at, begin_told_at, end_told_at)
      values
        (${userId}, ${companyId}, ${lenderId}, ${since}, ${ended}, null, ${since}, ${ended}),
        (${userId}, ${companyId}, ${lenderId}, ${since}, null, ${ended}, ${since}, ${ended})
      returning id),
    lent_profiles as (
      insert into delegation_profiles (delegation_id, profile_id) select id, ${masterProfileId} from lent),
    tokens as (
      insert into api_tokens (user_id, company_id, digest, start, created_at, created_by, expires_at, closed_at, revoked_at)
      values
        (${userId}, ${companyId}, ${randomBytes(32)}, 'portaria_rev', ${longAgo}, ${userId}, null, ${ended}, ${ended}),
        (${userId}, ${companyId}, ${randomBytes(32)}, 'portaria_exp', ${longAgo}, ${userId}, ${ended}, null, null)),
    invited as (
      insert into company_invitations (user_id, company_id, invited_by, created_at, expires_at)
      values (${userId}, ${companyId}, ${lenderId}, ${since}, ${ended})),
    imported as (
      insert into imports (user_id, kind, state, file_name, sha256, preview_sha256, created_at, expires_at, done_at)
      select ${userId}, kind, state, 'vencida.csv', ${emptyPreview}, ${emptyPreview}, ${since}, ${ended},
        case state when 'done' then ${ended} end
      from unnest(${importKindNames}::text[]) kind, unnest('{draft,done}'::text[]) state),
    past_sessions as (
      insert into sessions (user_id, method, browser_digest, address, created_at, last_used_at, expires_at, ended_at, end_reason)
      values
        (${userId}, 'password', ${randomBytes(32)}, '192.0.2.1', ${since}, ${since}, ${ended}, null, null),
        (${userId}, 'password', ${randomBytes(32)}, '192.0.2.1', ${since}, ${since}, ${at('-9 days')}, ${ended}, 'sign-out')),
    challenged as (
      insert into challenges (digest, user_id, name, created_at, expires_at, otp_expires_at)
      values (${randomBytes(32)}, ${userId}, 'EMAIL_OTP', ${since}, ${ended}, ${ended})),
    requested as (
      insert into data_requests (user_id, field, wanted, created_at, due_at, answered_at, answered_by, accepted, answer)
      values (${userId}, 'name', 'Nome', ${longAgo}, ${since}, ${since}, ${lenderId}, true, 'Feito.')),
    recovered as (
      insert into recovery_passwords (user_id, digest, created_at, expires_at)
      values (${userId}, ${randomBytes(32)}, ${since}, ${ended}))
    insert into user_profiles (user_id, profile_id, company_id) values (${userId}, ${profileId}, ${companyId})`.execute(
    db,
  )
}
