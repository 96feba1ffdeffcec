import type { z } from 'zod'
import { formatInstant, formatStatus, formatUpdate } from './shown.ts'

/** A column of a list, on its screen and in its export. */
export interface TableColumn<Row> {
  header: string
  /** Value of a row. Numbers have no separators, so that spreadsheets read them as numbers. */
  text: (row: Row) => string | number | null
  /** Only for callers who see the rows of every company; hidden from others on the screen too. */
  everyCompanyOnly?: true
}

/** A list as a table. */
export interface Table<Row> {
  /** Name of the rows, in the plural; also the base of the file name. */
  name: string
  /** Title of the export in the audit log; by default derived from `name`. */
  exportTitle?: string
  columns: readonly TableColumn<Row>[]
}

/** Declares the name of a list's rows and their columns, in order. */
export function tableOf<R extends z.ZodType>(
  name: string,
  _row: R,
  columns: readonly TableColumn<z.output<R>>[],
  exportTitle?: string,
): Table<z.output<R>> {
  return { name, columns, ...(exportTitle !== undefined && { exportTitle }) }
}

/** Columns of most lists. */
export const nameColumn = { header: 'Nome', text: (row: { name: string }) => row.name }
export const createdColumn = {
  header: 'Data de criação',
  text: (row: { created_at: string }) => formatInstant(row.created_at),
}
export const updatedColumn = { header: 'Data de atualização', text: formatUpdate }
export const statusColumn = { header: 'Status', text: formatStatus }

/** Columns of records that have no others. */
export const recordColumns = [nameColumn, createdColumn, updatedColumn, statusColumn]
