import { cnpj, next } from './catalogue-builders.ts'
import type { TestApp } from './test-app.ts'

/** A file of companies with these lines. */
export const companyFile = (...lines: string[]): string =>
  ['CNPJ;Nome;E-mail;SPIDs', ...lines, ''].join('\n')

/** The line of a new company. */
export const newLine = (name = 'Operadora'): string => `${cnpj(next())};${name};a@b.example;`

/** A company in the database, and its line with another name. */
export async function existingLine({ build, db }: TestApp, name: string) {
  const { id } = await build.company()
  const { document, email } = await db
    .selectFrom('companies')
    .select(['document', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, document, line: `${document};${name};${email};` }
}

/** A concurrent change by another user. */
export const renameCompany = ({ db }: TestApp, id: number, name: string) =>
  db.updateTable('companies').set({ name }).where('id', '=', id).execute()

/** The name of a company; undefined if it was deleted. */
export async function companyName({ db }: TestApp, id: number): Promise<string | undefined> {
  const found = db.selectFrom('companies').select('name').where('id', '=', id)
  return (await found.executeTakeFirst())?.name
}
