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
  await db
    .insertInto('one_time_codes')
    .values({
      digest: code.digest,
      session_id: code.sessionId,
      module_id: code.place?.moduleId ?? null,
      company_id: code.place?.companyId ?? null,
      spid: code.place?.spid ?? null,
      redirect_uri: code.place?.redirectUri ?? null,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** Whether there is such a code, used or not; on the primary key. */
export async function codeExists(db: Db, digest: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_codes')
    .select('digest')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row !== undefined
}

/** The code with its module, if any, locked: of two exchanges at the same time the second sees what the first did. */
export async function lockCode(db: Db, digest: Buffer) {
  return db
    .selectFrom('one_time_codes')
    .leftJoin('modules', 'modules.id', 'one_time_codes.module_id')
    .select([
      'one_time_codes.session_id',
      'one_time_codes.module_id',
      'one_time_codes.company_id',
      'one_time_codes.spid',
      'one_time_codes.expires_at',
      'one_time_codes.used_at',
      'one_time_codes.token_id',
      'modules.protocol',
      'modules.url',
    ])
    .where('one_time_codes.digest', '=', digest)
    .forUpdate('one_time_codes')
    .executeTakeFirst()
}

export async function useCode(db: Db, digest: Buffer, tokenId: string, now: Date): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ used_at: now, token_id: tokenId })
    .where('digest', '=', digest)
    .execute()
}

/** Live secrets of a module, by digest. */
export async function findSecretDigests(
  db: Db,
  moduleId: number,
): Promise<{ id: number; digest: Buffer }[]> {
  return db
    .selectFrom('module_secrets')
    .select(['id', 'digest'])
    .where('module_id', '=', moduleId)
    .where('retired_at', 'is', null)
    .execute()
}

/** When a secret was last used: to the minute, so that a busy module doesn't write the same row all the time. */
export async function stampSecretUse(db: Db, secretId: number, now: Date): Promise<void> {
  await db
    .updateTable('module_secrets')
    .set({ last_used_at: now })
    .where('id', '=', secretId)
    .where((eb) =>
      eb.or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<', new Date(now.getTime() - 60_000)),
      ]),
    )
    .execute()
}

/** Remembers the visit, so that the access page offers the last used first. */
export async function stampVisit(
  db: Db,
  visit: { userId: number; companyId: number; moduleId: number; now: Date },
): Promise<void> {
  await db
    .insertInto('module_visits')
    .values({
      user_id: visit.userId,
      company_id: visit.companyId,
      module_id: visit.moduleId,
      last_used_at: visit.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'company_id', 'module_id'])
        .doUpdateSet({ last_used_at: visit.now }),
    )
    .execute()
}

/** Housekeeping: codes that ran out before this. */
export async function removeOldCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('one_time_codes').where('expires_at', '<', before).execute()
}
