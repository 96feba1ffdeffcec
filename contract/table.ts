import type { z } from 'zod'
import { formatInstant, formatStatus, formatUpdate } from './shown.ts'

/** A column of a list, on its screen and in its export. */
export interface TableColumn<Row> {
  header: string
  /** Returns the text of a cell. Numbers have no thousands separators, so that spreadsheets read them as numbers. */
  text: (row: Row) => string | number | null
  /** Shown only to callers who see the rows of every company. */
  everyCompanyOnly?: true
}

/** Columns of a list, on its screen and in its export. */
export interface Table<Row> {
  /** Portuguese name of the rows, in the plural. The file name of the export is derived from it. */
  name: string
  /** Title of the export in the audit log; by default derived from `name`. */
  exportTitle?: string
  columns: readonly TableColumn<Row>[]
}

/** Declares the columns of a list, in order. `_row` only serves to infer the row type. */
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

/** Columns of records that have only name, dates and status. */
export const recordColumns = [nameColumn, createdColumn, updatedColumn, statusColumn]
