import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { z } from 'zod'
import type { ImportKindName } from '../../contract/import-kinds.ts'
import { refusalText } from '../../contract/imports.ts'
import { administratorOf } from './console-client.ts'
import { type Draft, type DraftRow, ImportDesk } from './import-desk.ts'
import type { TestApp } from './test-app.ts'

const folder = new URL('../../server/imports/reading/inputs/', import.meta.url)
const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)))

/** Ids and CNPJs that occur in the files. */
const [moduleId, profileId] = [13, 116]
const [companyDocument, otherDocument] = ['98223611000101', '98112467000128']

/** Reads the files of `server/imports/reading/inputs` as imports, and single columns of them as form fields. */
export class InputFiles {
  readonly #desks: Record<ImportKindName, ImportDesk>
  readonly #tested = new Set<string>()

  private constructor(desks: Record<ImportKindName, ImportDesk>) {
    this.#desks = desks
  }

  /** Creates the rows that the files refer to, and an administrator who imports them. */
  static async in(app: TestApp): Promise<InputFiles> {
    await insertReferred(app)
    const who = await administratorOf(app)
    return new InputFiles({
      companies: new ImportDesk(who, 'companies'),
      'loose-plans': new ImportDesk(who, 'loose-plans'),
      users: new ImportDesk(who, 'users'),
    })
  }

  /** Returns the files that no test has read. */
  untested(): string[] {
    return readdirSync(folder).filter((name) => name !== 'README.md' && !this.#tested.has(name))
  }

  /** Returns the sheet and each row with its values or its refusal. */
  async read(name: string, kind: ImportKindName) {
    this.#tested.add(name)
    const draft = await this.#desks[kind].draft(bytesOf(name))
    const rows = await allRows(this.#desks[kind], draft)
    return {
      sheet: draft.sheet,
      rows: rows.map(({ line, outcome, refusals, changes }) => ({
        line,
        outcome,
        refusals: refusals.map((refusal) => refusalText(refusal)),
        written: Object.fromEntries(changes.map(({ column, after }) => [column, after])),
      })),
    }
  }

  /** Returns the values that the import reads from a column of a user file; null for a refused value. */
  async people(name: string, column: string): Promise<(string | null | undefined)[]> {
    const { rows } = await this.read(name, 'users')
    return rows.map(({ outcome, refusals, written }) => {
      if (outcome === 'create') return written[column]
      const others = refusals.filter((refusal) => !refusal.startsWith(`${column} (`))
      return others.length > 0 ? others.join(' ') : null
    })
  }

  /** Returns the reason of the refusal of a whole file. */
  refusalOf(name: string, kind: ImportKindName): Promise<string> {
    this.#tested.add(name)
    return this.#desks[kind].refusal(bytesOf(name))
  }

  /** Returns the values that a form field reads from the same column; null for a refused value. */
  typed(name: string, column: string, schema: z.ZodType): unknown[] {
    const rows: Record<string, string>[] = parse(Buffer.from(bytesOf(name)), {
      bom: true,
      columns: true,
      delimiter: ';',
    })
    return rows.map((row) => schema.safeParse(row[column]).data ?? null)
  }
}

async function insertReferred({ build, db }: TestApp): Promise<void> {
  const service_id = await build.service()
  await db
    .insertInto('modules')
    .values({ id: moduleId, service_id, name: 'Consulta', is_enable_spid: true })
    .execute()
  await db
    .insertInto('profiles')
    .values({ id: profileId, module_id: moduleId, name: 'Operador', accredited_enable: true })
    .execute()
  for (const document of [companyDocument, otherDocument]) {
    const { id } = await build.company({ spids: ['7101'] })
    await db.updateTable('companies').set({ document }).where('id', '=', id).execute()
    if (document === otherDocument) await build.plan({ companyId: id, moduleId, seats: 50 })
  }
}

/** Returns all rows, including those that the list groups because they were refused for the same reason. */
async function allRows(desk: ImportDesk, draft: Draft): Promise<DraftRow[]> {
  const listed = await desk.rows(draft, { sort: 'line' })
  const lines = new Set(listed.map(({ line }) => line))
  const found = [...listed]
  for (let line = 2; found.length < draft.totals.rows; line++) {
    if (lines.has(line)) continue
    const rows = await desk.rows(draft, { search: String(line) })
    found.push(...rows.filter((row) => row.line === line))
  }
  return found.toSorted((a, b) => a.line - b.line)
}
