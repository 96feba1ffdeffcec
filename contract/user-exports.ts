import { z } from 'zod'
import type { Operation } from './api.ts'
import { endpoint, listExported } from './endpoint.ts'
import type { importKinds } from './import-kinds.ts'
import { flagInQuery, idInQuery } from './list.ts'
import { openApiSchemas } from './on-the-wire.ts'
import { pendingMatter, userSearchQuery, userSorts } from './user-search.ts'

const { name, email, phone_number, search } = userSearchQuery.shape.filters.unwrap().shape

type UserColumns = (typeof importKinds)['users']['columns']

/** Status in the query of a search. */
const status = z
  .enum(['1', '2', '3'], 'Escolha 1 (Excluído), 2 (Ativo) ou 3 (Bloqueado).')
  .transform((text) => (text === '1' ? 1 : text === '2' ? 2 : 3))
  .register(openApiSchemas, { type: 'integer', enum: [1, 2, 3] })

/**
 * Exported columns that the list of users does not show, each with the operation that returns it. A caller who may not
 * call the operation gets a file without the column. A file without profile columns has one line per user (decision
 * 28).
 */
export const extraColumnSources = {
  code: 'userGet',
  document: 'userProfileGet',
  spid: 'userProfileGet',
  service: 'userProfileGet',
  module: 'userProfileGet',
  profile: 'userProfileGet',
  begin_date: 'userProfileGet',
  end_date: 'userProfileGet',
  reason: 'userProfileGet',
} as const satisfies Partial<Record<keyof UserColumns, Operation>>

/** Export of users with their profiles, in the format of the import of users (decision 32). */
export const userExports = {
  userExport: endpoint({
    method: 'GET',
    path: '/export/user',
    summary:
      'The users of a search with their profiles as CSV, with the columns of the import of users: a line for each profile and one for each company without profiles, up to 50,000 lines. Without `/user-edit` or `/user-edit-profile`, a line for each user with the columns of the list.',
    access: { screen: '/user-list' },
    audit: { ...listExported, title: 'Exportação de usuários' },
    reads: 'standby',
    exports: 'userSearch',
    query: z.strictObject({
      name,
      email,
      phone_number,
      search,
      status: status.optional(),
      company_id: idInQuery.optional(),
      /** 1: only users without access for 90 days. */
      no_access: flagInQuery.optional(),
      /** 1: only active users who sign in with a password and have neither a passkey nor an authenticator app. */
      no_factor: flagInQuery.optional(),
      /** 1: only users who have not signed in yet. 0: only users who have. */
      invited: flagInQuery.optional(),
      pending: pendingMatter.optional(),
      sort: z.enum(userSorts).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    }),
    success: { bytes: ['text/csv'] },
    problems: [],
  }),
}
