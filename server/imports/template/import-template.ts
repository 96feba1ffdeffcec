import {
  type ImportColumn,
  importHeaders,
  importKinds,
  type ImportKindName,
} from '../../../contract/import-kinds.ts'
import { type TextSheet, workbookOf } from './workbook.ts'

/** A sheet that lists the valid values of a column: headers, and one row per value. */
export interface ValueList {
  name: string
  titles: readonly string[]
  rows: readonly (readonly string[])[]
}

/**
 * Builds the XLSX template of a kind. The first sheet, which users fill in and import, contains only the headers.
 * Further sheets contain instructions for each column and lists of valid values. They lack the headers, so they are
 * never imported.
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
