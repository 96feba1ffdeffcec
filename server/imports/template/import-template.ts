import {
  type ImportColumn,
  importHeaders,
  importKinds,
  type ImportKindName,
} from '../../../contract/import-kinds.ts'
import { type TextSheet, workbookOf } from './workbook.ts'

/** Values that a column takes, as a sheet of their own: its titles, and a row for each. */
export interface ValueList {
  name: string
  titles: readonly string[]
  rows: readonly (readonly string[])[]
}

/**
 * The template of a kind as an XLSX: a sheet with the titles and no row, which is the one that is imported, then how each
 * column is filled in, and the values that may be chosen from. None of the others has the titles of the kind.
 */
export function templateOf(kind: ImportKindName, lists: readonly ValueList[]): Buffer {
  const { name } = importKinds[kind]
  const columns = Object.values<ImportColumn>(importKinds[kind].columns)
  const headers = importHeaders(kind)
  const own: TextSheet = {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    rows: [headers],
    widths: columns.map(({ header, example }) => Math.max(header.length, example.length, 12) + 4),
  }
  const guide: TextSheet = {
    name: 'Como preencher',
    rows: [
      ['Coluna', 'Preenchimento', 'O que informar', 'Exemplo'],
      ...columns.map(({ header, optional, hint, example }) => [
        header,
        optional ? 'Opcional' : 'Obrigatório',
        hint,
        example,
      ]),
    ],
    widths: [16, 16, 72, 30],
  }
  const values = lists.map(({ name: listed, titles, rows }): TextSheet => ({
    name: listed,
    rows: [titles, ...rows],
    widths: titles.map(() => 28),
  }))
  return workbookOf([own, guide, ...values])
}
