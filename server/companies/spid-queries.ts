import { sql } from 'kysely'
import { type CompanySpid, sameSpid } from '../../contract/spids.ts'
import type { ConstraintMeanings } from '../binder/constraints.ts'
import type { Db } from '../database/database.ts'

export const spidConstraints: ConstraintMeanings = {
  spids_at_most_8: { fields: { spids: 'Número máximo de SPIDs atingido' } },
  spids_company_fold_key: { fields: { spids: 'SPID duplicado' } },
}

/** What ends with SPIDs that go: user-profiles, and how many people held them. */
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

/** Which of a company's SPIDs are not among those that it is to have; one in another case is the same. */
export function goneSpids(before: readonly CompanySpid[], after: readonly CompanySpid[]): string[] {
  const left = before.filter(({ spid }) => !after.some((other) => sameSpid(other.spid, spid)))
  return left.map(({ spid }) => spid)
}

/** A fixed number of statements, and none for what stays as it is. The company must be locked. */
export async function replaceSpids(
  db: Db,
  companyId: number,
  before: readonly CompanySpid[],
  after: readonly CompanySpid[],
): Promise<Ended> {
  const find = (among: readonly CompanySpid[], wanted: string) =>
    among.find(({ spid }) => sameSpid(spid, wanted))
  const ended = await removeSpids(db, companyId, goneSpids(before, after))
  await rewriteSpids(
    db,
    companyId,
    after.flatMap((wanted) => {
      const held = find(before, wanted.spid)
      return held ? [{ held, wanted }] : []
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
 * The user-profiles held for a SPID go with it: without it they would name nothing, and must not come to mean all SPIDs
 * (rulings §10). Locked first, so that nobody is given one meanwhile.
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

/** Only a new spelling is announced, so descriptions are written apart. */
async function rewriteSpids(
  db: Db,
  companyId: number,
  kept: readonly { held: CompanySpid; wanted: CompanySpid }[],
): Promise<void> {
  const described = kept.filter(({ held, wanted }) => held.description !== wanted.description)
  if (described.length)
    await sql`update spids set description = new.description
      from unnest(${described.map(({ held }) => held.spid)}::text[], ${described.map(({ wanted }) => wanted.description)}::text[]) as new(spid, description)
      where spids.company_id = ${companyId} and spids.spid = new.spid`.execute(db)
  const respelt = kept.filter(({ held, wanted }) => held.spid !== wanted.spid)
  if (respelt.length)
    await sql`update spids set spid = new.spelling
      from unnest(${respelt.map(({ held }) => held.spid)}::text[], ${respelt.map(({ wanted }) => wanted.spid)}::text[]) as new(spid, spelling)
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
