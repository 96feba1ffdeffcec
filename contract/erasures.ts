import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'
import { flagInQuery, listQuery, pageOf } from './list.ts'
import { formatInstant } from './shown.ts'
import { tableOf } from './table.ts'

const erasable = z.object({
  /** Id of the user. */
  id,
  name: z.string(),
  email: z.string(),
  deleted_at: instant,
  /** End of the retention period (ERASE_AFTER_DAYS). */
  erasable_at: instant,
  /** Whether the retention period has ended. */
  due: z.boolean(),
})

/** Returns the label that shows whether the retention period has ended. */
export const formatDue = (due: boolean): string => (due ? 'Prazo cumprido' : 'No prazo')

const userId = z.strictObject({ id: idInPath })

/**
 * Irreversible erasure of the personal data of deleted users after a retention period (LGPD art. 16 and 18; decision
 * 42).
 */
export const erasures = {
  erasureList: endpoint({
    method: 'GET',
    path: '/erasure',
    summary:
      'The deleted users whose personal data is still stored, and the date from which it may be erased.',
    access: { screen: '/erasure-list' },
    audit: 'none',
    query: listQuery(['deleted_at', 'name', 'email'], {
      filters: { due: flagInQuery.optional() },
    }),
    success: pageOf(erasable),
    table: tableOf('Dados a apagar', erasable, [
      { header: 'Nome', text: (row) => row.name },
      { header: 'E-mail', text: (row) => row.email },
      { header: 'Excluído em', text: (row) => formatInstant(row.deleted_at) },
      { header: 'Fim do prazo', text: (row) => formatInstant(row.erasable_at) },
      { header: 'Status', text: (row) => formatDue(row.due) },
    ]),
    problems: [],
  }),
  erasureGet: endpoint({
    method: 'GET',
    path: '/erasure/{id}',
    summary: 'Previews which data an erasure would delete, and which it would keep and why.',
    access: { screen: '/erasure-list' },
    audit: 'none',
    params: userId,
    success: erasable.extend({
      /** Numbers of rows or audit values to erase, by kind. */
      erased: z.array(z.object({ what: z.string(), count: z.int() })),
      kept: z.array(z.object({ what: z.string(), why: z.string() })),
    }),
    problems: ['user-not-found', 'user-not-deleted', 'user-erased'],
  }),
  erasureCreate: endpoint({
    method: 'POST',
    path: '/erasure/{id}',
    summary:
      'Erases all personal data of a deleted user after the retention period. Cannot be undone. No body.',
    access: { screen: '/erasure-list', action: 'erase' },
    confirm: true,
    audit: {
      event: 'user.erased',
      title: 'Apagamento dos dados de um usuário',
      past: 'Dados pessoais apagados',
    },
    params: userId,
    success: z.object({}),
    problems: ['user-not-found', 'user-not-deleted', 'user-erased', 'erasure-too-early'],
  }),
}
