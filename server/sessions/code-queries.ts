import { sql } from 'kysely'
import { type BatchableWrite, type BatchableKind, hexOf } from '../database/statement-write.ts'
import type { WriteParts } from '../database/write-parts.ts'
import type { Db } from '../database/database.ts'
import { Batcher } from '../shared/batcher.ts'

export interface NewCode {
  digest: Buffer
  sessionId: string
  /** Place and redirect URL; undefined for the code of a federated sign-in. */
  place:
    | { moduleId: number; companyId: number; spid: string | null; redirectUri: string }
    | undefined
  now: Date
  expiresAt: Date
}

export async function insertCode(db: Db, code: NewCode): Promise<void> {
  await db.insertInto('one_time_codes').values(rowOf(code)).execute()
}

/**
 * Inserts a code with its audit event, with `synchronous_commit = off`. The use of a code (`usedCode`) commits
 * synchronously, which also flushes all earlier commits. So if the database crashes, only recent unused codes are lost,
 * each together with its event (decision 41).
 */
export function newCode(code: NewCode): BatchableWrite {
  return { kind: issue, row: { ...rowOf(code), digest: hexOf(code.digest) } }
}

const issue: BatchableKind = {
  columns: sql`digest bytea, session_id uuid, module_id integer, company_id integer, spid text, redirect_uri text,
    created_at timestamptz, expires_at timestamptz`,
  parts: {
    accepted: sql`
      insert into one_time_codes (digest, session_id, module_id, company_id, spid, redirect_uri, created_at, expires_at)
      select digest, session_id, module_id, company_id, spid, redirect_uri, created_at, expires_at from input
      returning digest, set_config('synchronous_commit', 'off', true)`,
  },
}

function rowOf({ digest, sessionId, place, now, expiresAt }: NewCode) {
  return {
    digest,
    session_id: sessionId,
    module_id: place?.moduleId ?? null,
    company_id: place?.companyId ?? null,
    spid: place?.spid ?? null,
    redirect_uri: place?.redirectUri ?? null,
    created_at: now,
    expires_at: expiresAt,
  }
}

/** Returns codes, even used ones, with their module and its active secrets. Uses one query, on the primary key. */
export async function findCodes(db: Db, digests: readonly Buffer[]) {
  // The condition on the length makes the planner expect few rows. Otherwise it would scan the whole table.
  const given = sql<{ digest: Buffer }>`(
    select digest from unnest(${digests}::bytea[]) as digest where length(digest) = 32)`
  return db
    .selectFrom(given.as('given'))
    .innerJoin('one_time_codes', 'one_time_codes.digest', 'given.digest')
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
    .execute()
}

export type FoundCode = Awaited<ReturnType<typeof findCodes>>[number]

/** Batches concurrent lookups of codes (decision 48). */
export function codeFinder(db: Db): Batcher<Buffer, FoundCode | undefined> {
  return new Batcher({
    async runBatch(digests) {
      const found = new Map(
        (await findCodes(db, digests)).map((code) => [hexOf(code.digest), code]),
      )
      return digests.map((digest) => found.get(hexOf(digest)))
    },
    keyOf: hexOf,
    max: 20,
  })
}

/**
 * Marks a code as used and inserts its token. Of two concurrent exchanges, the second finds the code used and writes
 * nothing. Also records the visit, by which the access page sorts places, and the last use of the module secret. That
 * last use is written at most once a minute, so that a busy module does not update the same row constantly. A visit
 * within a second of the last one is skipped, since updates of the same row wait for each other's commit. A last visit
 * in the future, from a clock that was ahead, is corrected.
 */
export function usedCode(use: {
  digest: Buffer
  tokenId: string
  userId: number
  secretId: number | undefined
  now: Date
}): BatchableWrite {
  return {
    kind: exchange,
    row: {
      digest: hexOf(use.digest),
      new_token: use.tokenId,
      user_id: use.userId,
      secret_id: use.secretId ?? null,
      now: use.now,
    },
  }
}

const exchange: BatchableKind = {
  columns: sql`digest bytea, new_token uuid, user_id integer, secret_id integer, now timestamptz`,
  parts: {
    accepted: sql`
      update one_time_codes c set used_at = input.now, token_id = input.new_token from input
      where c.digest = input.digest and c.used_at is null
      returning c.digest, c.session_id, c.module_id, c.company_id, c.spid, input.new_token, input.user_id, input.secret_id, input.now`,
    secret: sql`
      update module_secrets s set last_used_at = used.now
      from (select secret_id, max(now) as now from accepted where secret_id is not null group by secret_id) as used
      where s.id = used.secret_id and (s.last_used_at is null or s.last_used_at < used.now - interval '1 minute')`,
    token: sql`
      insert into tokens (id, session_id, kind, module_id, company_id, spid)
      select new_token, session_id, case when module_id is null then 'initial' else 'module' end,
        module_id, company_id, spid from accepted`,
    visit: sql`
      insert into module_visits (user_id, company_id, module_id, last_used_at)
      select user_id, company_id, module_id, max(now) from accepted where module_id is not null
        and not exists (select from module_visits v where v.user_id = accepted.user_id and v.company_id = accepted.company_id
          and v.module_id = accepted.module_id and v.last_used_at > accepted.now - interval '1 second' and v.last_used_at < accepted.now + interval '1 second')
      group by 1, 2, 3
      on conflict (user_id, company_id, module_id) do update set last_used_at = excluded.last_used_at`,
  },
}

/** Returns the write that revokes the token of a code, unless it is revoked already. */
export function endedToken(id: string, now: Date): WriteParts {
  return {
    accepted: sql`update tokens set revoked_at = ${now} where id = ${id} and revoked_at is null returning id`,
  }
}

/**
 * Deletes codes that expired before this time. A used code stays until its session has ended, because its second use
 * revokes the token (RFC 6749 §4.1.2).
 */
export async function deleteExpiredCodes(db: Db, before: Date): Promise<void> {
  await sql`
    delete from one_time_codes c where c.expires_at < ${before} and (c.used_at is null
      or exists (select from sessions s where s.id = c.session_id and s.ended_at < ${before}))`.execute(
    db,
  )
}
