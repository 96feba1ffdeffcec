import { cnpj, next } from './catalogue-builders.ts'
import type { TestApp } from './test-app.ts'

/** Returns an import file of companies with these lines. */
export const companyFile = (...lines: string[]): string =>
  ['CNPJ;Nome;E-mail;SPIDs', ...lines, ''].join('\n')

/** Returns the line of a new company. */
export const newLine = (name = 'Operadora'): string => `${cnpj(next())};${name};a@b.example;`

/** Creates a company. Returns it and a line that gives it another name. */
export async function existingLine({ build, db }: TestApp, name: string) {
  const { id } = await build.company()
  const { document, email } = await db
    .selectFrom('companies')
    .select(['document', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, document, line: `${document};${name};${email};` }
}

/** Renames a company, as another user would during an import. */
export const renameCompany = ({ db }: TestApp, id: number, name: string) =>
  db.updateTable('companies').set({ name }).where('id', '=', id).execute()

/** Returns the name of a company; undefined if it was deleted. */
export async function companyName({ db }: TestApp, id: number): Promise<string | undefined> {
  const found = db.selectFrom('companies').select('name').where('id', '=', id)
  return (await found.executeTakeFirst())?.name
}
