import type { z } from 'zod'
import { shownInstant, shownStatus, shownUpdate } from './shown.ts'

/** A column of a list, as its screen shows it and its export has it. */
export interface TableColumn<Row> {
  header: string
  /** What a row shows there; a number is written without separators, so that spreadsheets take it for one. */
  text: (row: Row) => string | number | null
  /** Only for callers who see the rows of every company; others don't see it on the screen either. */
  everyCompanyOnly?: true
}

/** A list as a table. */
export interface Table<Row> {
  /** What its rows are, in the plural; the name of the file is made of it. */
  name: string
  columns: readonly TableColumn<Row>[]
}

/** Says what the rows of a list are called and which columns they show, in their order. */
export function tableOf<R extends z.ZodType>(
  name: string,
  _row: R,
  columns: readonly TableColumn<z.output<R>>[],
): Table<z.output<R>> {
  return { name, columns }
}

/** The columns that most lists have. */
export const nameColumn = { header: 'Nome', text: (row: { name: string }) => row.name }
export const createdColumn = {
  header: 'Data de criação',
  text: (row: { created_at: string }) => shownInstant(row.created_at),
}
export const updatedColumn = { header: 'Data de atualização', text: shownUpdate }
export const statusColumn = { header: 'Status', text: shownStatus }

/** The columns of records that have nothing else to show. */
export const recordColumns = [nameColumn, createdColumn, updatedColumn, statusColumn]
