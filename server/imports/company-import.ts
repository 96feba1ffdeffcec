import { sql } from 'kysely'
import type { z } from 'zod'
import { maskCnpj } from '../../contract/cnpj.ts'
import { importRowSchemas } from '../../contract/import-rows.ts'
import { type CompanySpid, sameSpid, spidsMax } from '../../contract/spids.ts'
import type { Db } from '../database/database.ts'
import { requireAdministrator } from '../scope/scope.ts'
import { undoCompanies } from './company-undo.ts'
import type { RowUpdate, AppliedRow, RowMatch, ImportRules, RowInsert } from './import-rules.ts'
import { inChunks } from './chunks.ts'

type Row = z.output<typeof importRowSchemas.companies>

/** A company as recorded in the audit log. */
type Company = {
  id: number
  version: number
  name: string
  email: string
  document: string
  active: boolean
  spids: { spid: string; description: string }[]
}

interface Values {
  name: string
  email: string
  document: string
  /** SPIDs of the row that the company does not have yet. */
  added: CompanySpid[]
}

/**
 * Imports companies. A row identifies a company by CNPJ. The import adds SPIDs but removes none, because removing a
 * SPID would end the assignments for it, which the company form confirms first. It does not change whether a company is
 * active.
 */
export const companyImport: ImportRules<Row, Values> = {
  name: 'company',
  requireWriter: requireAdministrator,
  schema: importRowSchemas.companies,
  labelOf: ({ name, document }) => [name, document].filter(Boolean).join(' · '),
  async find(db, rows, { lock }) {
    const documents = rows.map(({ document }) => document)
    const found = await findByDocument(db, documents, lock)
    return (row) => matchRow(row, found.get(row.document))
  },
  insert: insertCompanies,
  update: updateCompanies,
  undo: undoCompanies,
}

function matchRow(row: Row, existing: Company | undefined): RowMatch<Values> {
  const { name, email, document, spids = [] } = row
  const held = existing?.spids ?? []
  const added = spids.filter(({ spid }) => !held.some((other) => sameSpid(other.spid, spid)))
  const tooMany = held.length + added.length > spidsMax
  return {
    key: document,
    label: `${name} · ${maskCnpj(document)}`,
    refusals: tooMany ? [{ column: 'spids', sentence: 'Número máximo de SPIDs atingido' }] : [],
    existing: existing && { record: existing, shown: show(existing) },
    shown: show({ name, email, document, spids: [...held, ...added] }),
    values: { name, email, document, added },
  }
}

function show({
  name,
  email,
  document,
  spids,
}: Pick<Company, 'name' | 'email' | 'document' | 'spids'>) {
  return {
    CNPJ: maskCnpj(document),
    Nome: name,
    'E-mail': email,
    SPIDs: spids.map(({ spid }) => spid).join(' '),
  }
}

/** Returns the companies by CNPJ. Locks them before reading their SPIDs, which the lock of the company protects. */
async function findByDocument(
  db: Db,
  documents: readonly string[],
  lock: boolean,
): Promise<Map<string, Company>> {
  const condition = sql`companies.document = any (${documents}::text[])`
  if (lock)
    await sql`select from companies where ${condition} order by id for no key update`.execute(db)
  const { rows } = await sql<Company>`
    select id, name, email, document, active, version, coalesce((
      select json_agg(json_build_object('spid', s.spid, 'description', s.description) order by s.spid)
      from spids s where s.company_id = companies.id), '[]'::json) as spids
    from companies where ${condition}`.execute(db)
  return new Map(rows.map((row) => [row.document, row]))
}

async function insertCompanies(
  db: Db,
  inserts: readonly RowInsert<Values>[],
): Promise<AppliedRow[]> {
  // Ordered by key, so that concurrent imports of the same rows cannot deadlock.
  const inOrder = inserts.toSorted((a, b) => (a.values.document < b.values.document ? -1 : 1))
  const made = await inChunks(inOrder, async (chunk) => {
    const values = chunk.map((insert) => insert.values)
    const { rows } = await sql<Omit<Company, 'spids'>>`
      insert into companies (name, email, document)
      select * from unnest(${values.map(({ name }) => name)}::text[], ${values.map(({ email }) => email)}::text[], ${values.map(({ document }) => document)}::text[])
      on conflict on constraint companies_document_key do nothing
      returning id, name, email, document, active, version`.execute(db)
    return rows
  })
  const byDocument = new Map(made.map((row) => [row.document, row]))
  const applied = inserts.flatMap(({ line, values: { document, added } }) => {
    const row = byDocument.get(document)
    return row ? [{ line, before: null, after: { ...row, spids: added } }] : []
  })
  if (applied.length < inserts.length) return []
  await addSpids(
    db,
    applied.map(({ after: { id, spids } }) => ({ id, added: spids })),
  )
  return applied
}

/**
 * Updates every changed company, even if only its SPIDs change. The version must rise, because an undo compares
 * versions.
 */
async function updateCompanies(
  db: Db,
  changes: readonly RowUpdate<Values>[],
): Promise<AppliedRow[]> {
  const after = await inChunks(changes, async (chunk) => {
    const [ids, names, emails] = [
      chunk.map(({ before }) => before.id),
      chunk.map(({ values }) => values.name),
      chunk.map(({ values }) => values.email),
    ]
    const { rows } = await sql<{ id: number; version: number }>`
      update companies set name = new.name, email = new.email
      from unnest(${ids}::integer[], ${names}::text[], ${emails}::text[]) as new(id, name, email)
      where companies.id = new.id returning companies.id, companies.version`.execute(db)
    return rows
  })
  const versions = new Map(after.map(({ id, version }) => [id, version]))
  await addSpids(
    db,
    changes.map(({ before, values }) => ({ id: before.id, added: values.added })),
  )
  return changes.map(({ line, before, values: { added, name, email } }) => {
    const version = versions.get(before.id)
    if (version === undefined) throw new Error(`Locked company ${before.id} not found.`)
    const spids = [...(before as Company).spids, ...added]
    return { line, before, after: { ...before, name, email, spids, version } }
  })
}

async function addSpids(
  db: Db,
  companies: readonly { id: number; added: readonly CompanySpid[] }[],
): Promise<void> {
  const rows = companies.flatMap(({ id, added }) => added.map(({ spid }) => ({ id, spid })))
  await inChunks(rows, async (chunk) => {
    await sql`insert into spids (company_id, spid)
      select * from unnest(${chunk.map(({ id }) => id)}::integer[], ${chunk.map(({ spid }) => spid)}::text[])`.execute(
      db,
    )
    return []
  })
}
