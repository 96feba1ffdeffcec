import {
  type ImportColumn,
  importKinds,
  type ImportKindName,
} from '../../../contract/import-kinds.ts'
import { refuseFile } from './file-refusal.ts'
import type { TableRow } from './bounded-table.ts'

/** A row with its cells by the keys of the kind's columns. */
export interface NamedRow {
  line: number
  cells: Record<string, string>
}

/** Letters and figures alone: 'E-MAIL', 'Email' and 'e-mail *' are one title. */
const fold = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Finds the columns by the titles in the first row, wherever they stand; no row may hold what has no title. */
export function namedRows(table: readonly TableRow[], kind: ImportKindName): NamedRow[] {
  const [titles, ...rows] = table
  if (!titles) refuseFile('O arquivo está vazio.')
  const keys = keysOf(titles.values, kind)
  if (rows.length === 0) refuseFile('O arquivo não tem linhas abaixo dos títulos.')
  return rows.map(({ line, values }) => {
    const beyond = values.findIndex((value, at) => keys[at] === undefined && value.trim() !== '')
    if (beyond !== -1) refuseFile(`A linha ${line} tem um valor em uma coluna sem título.`)
    const cells = values.flatMap((value, at): [string, string][] => {
      const key = keys[at]
      return key === undefined ? [] : [[key, value]]
    })
    return { line, cells: Object.fromEntries(cells) }
  })
}

/** The key of each column; undefined where it has no title. */
function keysOf(titles: readonly string[], kind: ImportKindName): (string | undefined)[] {
  const columns = Object.entries<ImportColumn>(importKinds[kind].columns)
  const known = columns.map(([, { header }]) => header).join(', ')
  const keys = titles.map((title) => {
    if (title.trim() === '') return undefined
    const found = columns.find(([, { header }]) => fold(header) === fold(title))
    return found?.[0] ?? refuseFile(`A coluna “${title.slice(0, 40)}” não é do modelo: ${known}.`)
  })
  for (const [key, { header, optional }] of columns) {
    const count = keys.filter((each) => each === key).length
    if (count > 1) refuseFile(`A coluna “${header}” aparece mais de uma vez.`)
    if (count === 0 && !optional)
      refuseFile(`Falta a coluna “${header}”. As colunas são: ${known}.`)
  }
  return keys
}
