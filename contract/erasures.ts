import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'
import { flagInQuery, listQuery, pageOf } from './list.ts'
import { shownInstant } from './shown.ts'
import { tableOf } from './table.ts'

const erasable = z.object({
  /** Of the person. */
  id,
  name: z.string(),
  email: z.string(),
  deleted_at: instant,
  /** When the term of the installation (ERASE_AFTER_DAYS) ends. */
  erasable_at: instant,
  /** Whether it has ended. */
  due: z.boolean(),
})

/** Whether the term is over, as people read it. */
export const shownDue = (due: boolean): string => (due ? 'Prazo cumprido' : 'No prazo')

const userId = z.strictObject({ id: idInPath })

/** Erasure of what is kept of deleted people after a term, which nobody takes back (LGPD art. 16 and 18; decision 42). */
export const erasures = {
  erasureList: endpoint({
    method: 'GET',
    path: '/erasure',
    summary: 'The deleted people whose data is still there, and from when on it may be erased.',
    access: { screen: '/erasure-list' },
    audit: 'none',
    query: listQuery(['deleted_at', 'name', 'email'], {
      filters: { due: flagInQuery.optional() },
    }),
    success: pageOf(erasable),
    table: tableOf('Dados a apagar', erasable, [
      { header: 'Nome', text: (row) => row.name },
      { header: 'E-mail', text: (row) => row.email },
      { header: 'Excluído em', text: (row) => shownInstant(row.deleted_at) },
      { header: 'Fim do prazo', text: (row) => shownInstant(row.erasable_at) },
      { header: 'Status', text: (row) => shownDue(row.due) },
    ]),
    problems: [],
  }),
  erasureGet: endpoint({
    method: 'GET',
    path: '/erasure/{id}',
    summary: 'What an erasure of this person would take, and what it leaves and why.',
    access: { screen: '/erasure-list' },
    audit: 'none',
    params: userId,
    success: erasable.extend({
      /** Rows, or values of the trail, by what they are. */
      erased: z.array(z.object({ what: z.string(), count: z.int() })),
      kept: z.array(z.object({ what: z.string(), why: z.string() })),
    }),
    problems: ['user-not-found', 'user-not-deleted', 'user-erased'],
  }),
  erasureCreate: endpoint({
    method: 'POST',
    path: '/erasure/{id}',
    summary:
      'Erases everything personal of a deleted person after the term, everywhere. Nobody takes it back. No body.',
    access: { screen: '/erasure-list', action: 'erase' },
    confirm: true,
    audit: 'user.erased',
    params: userId,
    success: z.object({}),
    problems: ['user-not-found', 'user-not-deleted', 'user-erased', 'erasure-too-early'],
  }),
}
