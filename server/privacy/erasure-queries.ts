import { sql } from 'kysely'
import { type erasures, formatDue } from '../../contract/erasures.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { personalTables, type Traces } from './personal-data.ts'
import { anyOf, asPattern, containsText } from './text-match.ts'

/** Term after which deleted users may be erased. */
export interface Term {
  days: number
  /** Users who were deleted at or before this time may be erased now. */
  until: Date
}

const deleted = sql<boolean>`(not users.active and users.erased_at is null)`
/** A constraint of the table ensures that deleted users have this time. */
const deletedAt = sql<Date>`users.deleted_at`
const erasableAt = ({ days }: Term) =>
  sql<Date>`(users.deleted_at + make_interval(hours => ${days * 24}))`
const isDue = ({ until }: Term) => sql<boolean>`(users.deleted_at <= ${until})`

const searchLine = (
  term: Term,
) => sql`concat_ws(chr(10), search_fold(concat_ws(chr(10), users.name, users.email,
    case when ${isDue(term)} then ${sql.lit(formatDue(true))} else ${sql.lit(formatDue(false))} end)),
  search_instant(users.deleted_at), search_instant(${erasableAt(term)}))`

const selectDeleted = (db: Db, term: Term) =>
  db
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      'users.email',
      deletedAt.as('deleted_at'),
      erasableAt(term).as('erasable_at'),
      isDue(term).as('due'),
    ])

/** Lists deleted users who are not erased yet. A partial index covers these rows. */
export function listDeleted(db: Db, list: QueryOf<typeof erasures.erasureList>, term: Term) {
  return findPage({
    list,
    from: db.selectFrom('users').where(deleted),
    rows: selectDeleted(db, term).where(deleted),
    conditions: filtered(list, { due: (due) => sql`${isDue(term)} = ${due === 1}` }),
    searched: {
      name: sql`search_fold(users.name)`,
      shows: (pattern) => sql`${searchLine(term)} like ${pattern}`,
    },
    sorts: {
      deleted_at: sql`users.deleted_at`,
      name: sql`lower(users.name) collate natural_order`,
      email: sql`users.email`,
    },
    id: sql.ref('users.id'),
  })
}

/** Returns a user, deleted or not. */
export function findForErasure(db: Db, id: number, term: Term) {
  return selectPerson(db, id, term).executeTakeFirst()
}

/** Like `findForErasure`, but locks the user until the transaction ends. */
export function lockForErasure(db: Db, id: number, term: Term) {
  return selectPerson(db, id, term).forUpdate().executeTakeFirst()
}

const selectPerson = (db: Db, id: number, term: Term) =>
  selectDeleted(db, term).select(['users.active', 'users.erased_at']).where('users.id', '=', id)

/** Counts the rows about a user, by table. */
export async function countRows(db: Db, traces: Traces): Promise<Map<string, number>> {
  const counts = personalTables
    .filter(([, { erased }]) => erased !== 'values')
    .map(
      ([table, { belongsTo }]) =>
        sql`select ${table}::text as name, count(*)::integer as count from ${sql.table(table)} where ${belongsTo(traces)}`,
    )
  const { rows } = await sql<{
    name: string
    count: number
  }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Deletes or anonymises every row about a user, table by table. */
export async function eraseRows(db: Db, traces: Traces, now: Date): Promise<void> {
  for (const [table, { erased, belongsTo }] of personalTables) {
    if (erased === 'rows')
      await sql`delete from ${sql.table(table)} where ${belongsTo(traces)}`.execute(db)
    else if (erased === 'neutral') await anonymise(db, traces.id, now)
  }
  await renameFiles(db, traces)
}

/**
 * Renames import files of other users if the file name contains a name or e-mail of this person. The imports stay and
 * can be undone.
 */
async function renameFiles(db: Db, { emails, phones, names }: Traces): Promise<void> {
  const name = sql.ref('file_name')
  await sql`
    update imports set file_name = 'nome apagado'
    where ${containsText(name, 'fileName', emails)} or ${containsText(
      name,
      'name',
      names.filter((each) => each.includes(' ')),
    )}
      or ${name} ilike ${anyOf(phones.map((phone) => `%${asPattern(phone)}%`))}`.execute(db)
}

/**
 * Anonymises the account. Its id stays, because other records refer to it. The new e-mail is random, so that it can't
 * be registered beforehand.
 */
async function anonymise(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    update users set name = 'Pessoa removida',
      email = 'apagado-' || id || '-' || substr(gen_random_uuid()::text, 1, 8) || '@removido.invalid',
      phone_number = null, code = null, company_id = null, public_id = gen_random_uuid(), suspended = false,
      federated = false, last_access_at = null, previous_access_at = null, erased_at = ${now}
    where id = ${id}`.execute(db)
}
