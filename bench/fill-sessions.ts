import { hash, randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { consoleModuleId, masterProfileId } from '../contract/constants.ts'
import type { Db } from '../server/database/database.ts'
import type { Keyring } from '../server/secrets/keyring.ts'
import { SessionTokens } from '../server/sessions/session-tokens.ts'
import { loadSigningKeys } from '../server/sessions/signing-keys.ts'
import { withUnlimitedConnection } from './unlimited-connection.ts'

interface Filling {
  ownerUrl: string
  issuer: string
  keyring: Keyring
  sessions: number
  /** File for the tokens, one per line. */
  file: string
}

/**
 * Creates users with a console session, all master users of a few companies. Returns the cookie that the sessions
 * share.
 */
export function fillSessions(filling: Filling): Promise<string> {
  const { ownerUrl, sessions } = filling
  return withUnlimitedConnection(ownerUrl, async (db) => {
    const browser = randomBytes(32).toString('base64url')
    const ids = Array.from({ length: sessions }, () => randomUUID())
    // Disables the seat trigger, because there are fewer seats than users. The measured caches do not read seats.
    await sql`set session_replication_role = replica`.execute(db)
    const { rows } = await sql<{ id: string; user_id: number; company_id: number }>`
      with place as (
        select company_id, row_number() over (order by company_id) as n, count(*) over () as places
        from place_links where module_id = ${consoleModuleId} and entitled and company_active),
      person as (
        insert into users (name, email) select 'Pessoa de medida ' || n, 'sessao.' || n || '@medida.example'
        from generate_series(1, ${sessions}::integer) n returning id),
      numbered as (select id, row_number() over (order by id) as n from person),
      holding as (
        insert into user_profiles (user_id, profile_id, company_id)
        select numbered.id, ${masterProfileId}::integer, place.company_id
        from numbered join place on place.n = 1 + numbered.n % place.places returning user_id, company_id),
      session as (
        insert into sessions (id, user_id, method, browser_digest, address, expires_at)
        select s.id, numbered.id, 'password', ${hash('sha256', browser, 'buffer')}, '127.0.0.1', now() + interval '12 hours'
        from unnest(${ids}::uuid[]) with ordinality s(id, n) join numbered using (n) returning id, user_id)
      select session.id, session.user_id, holding.company_id from session join holding using (user_id)`.execute(
      db,
    )
    await sql`set session_replication_role = origin`.execute(db)
    await sql`analyze`.execute(db)
    await writeFile(filling.file, (await tokensOf(db, filling, browser, rows)).join('\n'))
    return `portaria=${browser}`
  })
}

async function tokensOf(
  db: Db,
  { issuer, keyring }: Filling,
  browser: string,
  rows: readonly { id: string; user_id: number; company_id: number }[],
): Promise<string[]> {
  const clock = { now: () => new Date() }
  const tokens = new SessionTokens(issuer, await loadSigningKeys(db, keyring), clock)
  const expiresAt = new Date(Date.now() + 12 * 3_600_000)
  const signed: string[] = []
  for (const { id, user_id, company_id } of rows)
    signed.push(
      await tokens.sign({
        tokenId: randomUUID(),
        sessionId: id,
        userId: user_id,
        expiresAt,
        browserDigest: hash('sha256', browser, 'base64url'),
        place: { moduleId: consoleModuleId, companyId: company_id, spid: null },
      }),
    )
  return signed
}
