import { z } from 'zod'
import { id, instant } from './fields.ts'
import { defaultPageSize, pageSizes, searchText } from './list.ts'
import { openApiSchemas } from './on-the-wire.ts'
import { foldPhone } from './person-fields.ts'

/** Status in the filter (console.md §9). A user both deleted and blocked is Excluído (rulings §10). */
export const userStatus = { deleted: 1, active: 2, blocked: 3 } as const

/** Maximum rows that can be paged through; beyond it the search must be refined. */
export const userSearchMax = 10_000

/** Days without access from which the filter finds a user. */
export const daysWithoutAccess = 90

/** Columns by which the list can be sorted; the default is the name. */
export const userSorts = [
  'name',
  'email',
  'created_at',
  'update_at',
  'last_access_at',
  'status',
] as const

/** Words of a filter; blank is no filter. */
const words = searchText.nullish().transform((text) => text || undefined)

const phone = z
  .string()
  .overwrite(foldPhone)
  .max(20, 'Use no máximo 20 caracteres.')
  .regex(/^[0-9]*$/, 'Use apenas dígitos.')
  .register(openApiSchemas, { type: 'string', maxLength: 20, pattern: '^[0-9]*$' })
  .nullish()
  .transform((text) => text || undefined)

const pages = z
  .strictObject({
    page: z.int().min(1).max(1_000_000).default(1),
    take: z.literal(pageSizes, 'Escolha 5, 10, 20 ou 50 por página.').default(defaultPageSize),
  })
  .refine(({ page, take }) => page * take <= userSearchMax, {
    message: 'Refine a busca: ela mostra os primeiros 10.000 usuários.',
    path: ['page'],
  })

/** Body of the search (console.md §7). */
export const userSearchQuery = z.strictObject({
  pagination: pages.prefault({}),
  filters: z
    .strictObject({
      /** All words, anywhere in the name. */
      name: words,
      /** All words, anywhere in the e-mail. */
      email: words,
      status: z.literal([1, 2, 3], 'Escolha 1 (Excluído), 2 (Ativo) ou 3 (Bloqueado).').nullish(),
      /** Digits, anywhere in the number. */
      phone_number: phone,
      /** All words, anywhere in name, e-mail or phone; used by the palette and by selects of users. */
      search: words,
      /** Company; matches no user if it is out of the caller's scope. */
      company_id: id.nullish(),
      /** True limits to users without access for 90 days, including those created before who never had access. */
      no_access: z.boolean().nullish(),
      /** True limits to users who have not signed in yet, false to those who have. */
      invited: z.boolean().nullish(),
    })
    .prefault({}),
  sort: z.enum(userSorts).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})

/** Row of the list. */
const row = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  /** As in the filter: Excluído 1, Ativo 2, Bloqueado 3. */
  status: z.literal([1, 2, 3]),
  created_at: instant,
  update_at: instant,
  last_access_at: instant.nullable(),
  /** Whether the user has not signed in yet. */
  invited: z.boolean(),
})

/** One page of users. */
export const userFound = z.object({
  users: z.array(row),
  pagination: z.object({
    /** Exact up to 10,000. */
    totalRecords: z.int().max(userSearchMax),
    totalPage: z.int(),
    page: z.int(),
    take: z.int(),
    /** True beyond 10,000: the screen shows 'mais de 10.000', and paging ends there. */
    more: z.boolean(),
  }),
})
