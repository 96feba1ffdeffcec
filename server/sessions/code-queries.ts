import { sql } from 'kysely'
import type { WriteParts } from '../database/write-parts.ts'
import type { Db } from '../database/database.ts'

export interface NewCode {
  digest: Buffer
  sessionId: string
  /** The place and address that the code is for; absent in the code that ends a federated sign-in. */
  place:
    | { moduleId: number; companyId: number; spid: string | null; redirectUri: string }
    | undefined
  now: Date
  expiresAt: Date
}

export async function insertCode(db: Db, code: NewCode): Promise<void> {
  await codeInsert(db, code).execute()
}

/**
 * A code that is inserted with its event. Its commit doesn't wait for the disk: the use of a code does (`usedCode`), and all
 * that was committed before lies there with it. So a crash of the database takes codes of the last moment alone that nobody
 * has used, each with its event; nobody can use them any more (decision 41).
 */
export function newCode(db: Db, code: NewCode): WriteParts {
  return {
    written: codeInsert(db, code).returning([
      'digest',
      sql`set_config('synchronous_commit', 'off', true)`.as('commit'),
    ]),
  }
}

function codeInsert(db: Db, code: NewCode) {
  return db.insertInto('one_time_codes').values({
    digest: code.digest,
    session_id: code.sessionId,
    module_id: code.place?.moduleId ?? null,
    company_id: code.place?.companyId ?? null,
    spid: code.place?.spid ?? null,
    redirect_uri: code.place?.redirectUri ?? null,
    created_at: code.now,
    expires_at: code.expiresAt,
  })
}

/** The code, used or not, with its module, if any, and the live secrets of that; one query, on the primary key. */
export async function findCode(db: Db, digest: Buffer) {
  return db
    .selectFrom('one_time_codes')
    .leftJoin('modules', 'modules.id', 'one_time_codes.module_id')
    .leftJoin('tokens', 'tokens.id', 'one_time_codes.token_id')
    .select([
      'one_time_codes.digest',
      'one_time_codes.session_id',
      'one_time_codes.module_id',
      'one_time_codes.company_id',
      'one_time_codes.spid',
      'one_time_codes.expires_at',
      'one_time_codes.used_at',
      'one_time_codes.token_id',
      'modules.protocol',
      'modules.url',
      sql<boolean>`tokens.id is not null and tokens.revoked_at is null`.as('token_lives'),
      sql<{ id: number; digest: string }[]>`(
        select coalesce(json_agg(json_build_object('id', s.id, 'digest', encode(s.digest, 'base64'))), '[]')
        from module_secrets s where s.module_id = modules.id and s.retired_at is null)`.as(
        'secrets',
      ),
    ])
    .where('one_time_codes.digest', '=', digest)
    .executeTakeFirst()
}

export type FoundCode = NonNullable<Awaited<ReturnType<typeof findCode>>>

/**
 * The code used up and its token handed out, once: of two exchanges at the same time one finds the code used, and writes
 * nothing. The visit is remembered, so that the access page offers the last used first, and when the module's secret was
 * last used: to the minute, so that a busy module doesn't write the same row all the time. A visit within a second of the one
 * before is not written again: who writes a row waits for the commit of whoever wrote it last. One that is said to be later
 * than that is of a clock that ran ahead, and is put right.
 */
export function usedCode(use: {
  digest: Buffer
  tokenId: string
  userId: number
  secretId: number | undefined
  now: Date
}): WriteParts {
  const { digest, tokenId, userId, now } = use
  const secretId = use.secretId ?? null
  const aSecondAgo = new Date(now.getTime() - 1000)
  const inASecond = new Date(now.getTime() + 1000)
  const aMinuteAgo = new Date(now.getTime() - 60_000)
  return {
    written: sql`
      update one_time_codes set used_at = ${now}, token_id = ${tokenId}
      where digest = ${digest} and used_at is null returning session_id, module_id, company_id, spid`,
    secret: sql`
      update module_secrets set last_used_at = ${now}
      where id = ${secretId} and (last_used_at is null or last_used_at < ${aMinuteAgo}) and exists (select from written)`,
    token: sql`
      insert into tokens (id, session_id, kind, module_id, company_id, spid)
      select ${tokenId}::uuid, session_id, case when module_id is null then 'initial' else 'module' end,
        module_id, company_id, spid from written`,
    visit: sql`
      insert into module_visits (user_id, company_id, module_id, last_used_at)
      select ${userId}::integer, company_id, module_id, ${now}::timestamptz from written where module_id is not null
        and not exists (select from module_visits v where v.user_id = ${userId} and v.company_id = written.company_id
          and v.module_id = written.module_id and v.last_used_at > ${aSecondAgo} and v.last_used_at < ${inASecond})
      on conflict (user_id, company_id, module_id) do update set last_used_at = excluded.last_used_at`,
  }
}

/** The token of a code ended, where it is alive. */
export function endedToken(id: string, now: Date): WriteParts {
  return {
    written: sql`update tokens set revoked_at = ${now} where id = ${id} and revoked_at is null returning id`,
  }
}

/** Housekeeping: codes that ran out before this. */
export async function removeOldCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('one_time_codes').where('expires_at', '<', before).execute()
}
