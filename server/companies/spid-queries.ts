import { sql } from 'kysely'
import { type CompanySpid, sameSpid } from '../../contract/spids.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'

export const spidConstraints: ConstraintMeanings = {
  spids_at_most_8: { fields: { spids: 'Número máximo de SPIDs atingido' } },
  spids_company_fold_key: { fields: { spids: 'SPID duplicado' } },
}

/** Numbers of ended user-profiles and of their holders. */
export interface Ended {
  user_profiles: number
  people: number
}

export function listSpids(db: Db, companyId: number): Promise<CompanySpid[]> {
  return db
    .selectFrom('spids')
    .select(['spid', 'description'])
    .where('company_id', '=', companyId)
    .orderBy('spid')
    .execute()
}

/** Returns the SPIDs to delete. SPIDs are compared case-insensitively. */
export function removedSpids(
  before: readonly CompanySpid[],
  after: readonly CompanySpid[],
): string[] {
  const left = before.filter(({ spid }) => !after.some((other) => sameSpid(other.spid, spid)))
  return left.map(({ spid }) => spid)
}

/**
 * Replaces the SPIDs of a company, which must be locked. The number of statements is fixed, and unchanged SPIDs are not
 * written.
 */
export async function replaceSpids(
  db: Db,
  companyId: number,
  before: readonly CompanySpid[],
  after: readonly CompanySpid[],
): Promise<Ended> {
  const find = (among: readonly CompanySpid[], requested: string) =>
    among.find(({ spid }) => sameSpid(spid, requested))
  const ended = await removeSpids(db, companyId, removedSpids(before, after))
  await rewriteSpids(
    db,
    companyId,
    after.flatMap((requested) => {
      const stored = find(before, requested.spid)
      return stored ? [{ stored, requested }] : []
    }),
  )
  await insertSpids(
    db,
    companyId,
    after.filter(({ spid }) => !find(before, spid)),
  )
  return ended
}

/**
 * Deletes SPIDs together with their user-profiles, because a user-profile without a SPID would mean all SPIDs (rulings
 * §10). Locks the SPIDs first, so that no assignment is added concurrently.
 */
async function removeSpids(db: Db, companyId: number, gone: readonly string[]): Promise<Ended> {
  if (gone.length === 0) return { user_profiles: 0, people: 0 }
  await sql`select from spids where company_id = ${companyId} and spid = any (${gone}) order by id for update`.execute(
    db,
  )
  const taken = await db
    .deleteFrom('user_profiles')
    .where('company_id', '=', companyId)
    .where('spid', 'in', gone)
    .returning('user_id')
    .execute()
  await db
    .deleteFrom('spids')
    .where('company_id', '=', companyId)
    .where('spid', 'in', gone)
    .execute()
  const people = new Set(taken.map(({ user_id }) => user_id))
  return { user_profiles: taken.length, people: people.size }
}

/**
 * Updates descriptions and spellings in separate statements, because only a new spelling must trigger a notification.
 */
async function rewriteSpids(
  db: Db,
  companyId: number,
  kept: readonly { stored: CompanySpid; requested: CompanySpid }[],
): Promise<void> {
  const described = kept.filter(
    ({ stored, requested }) => stored.description !== requested.description,
  )
  if (described.length)
    await sql`update spids set description = new.description
      from unnest(${described.map(({ stored }) => stored.spid)}::text[], ${described.map(({ requested }) => requested.description)}::text[]) as new(spid, description)
      where spids.company_id = ${companyId} and spids.spid = new.spid`.execute(db)
  const respelt = kept.filter(({ stored, requested }) => stored.spid !== requested.spid)
  if (respelt.length)
    await sql`update spids set spid = new.spelling
      from unnest(${respelt.map(({ stored }) => stored.spid)}::text[], ${respelt.map(({ requested }) => requested.spid)}::text[]) as new(spid, spelling)
      where spids.company_id = ${companyId} and spids.spid = new.spid`.execute(db)
}

export async function insertSpids(
  db: Db,
  companyId: number,
  added: readonly CompanySpid[],
): Promise<void> {
  if (added.length === 0) return
  await db
    .insertInto('spids')
    .values(added.map(({ spid, description }) => ({ company_id: companyId, spid, description })))
    .execute()
}
