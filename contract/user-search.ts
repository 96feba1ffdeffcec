import { z } from 'zod'
import { id, instant } from './fields.ts'
import { defaultPageSize, pageSizes, searchText } from './list.ts'
import { onTheWire } from './on-the-wire.ts'
import { foldPhone } from './person-fields.ts'

/** Status of a person as the filter sends it (console.md §9). Deleted and blocked is Excluído (rulings §10). */
export const userStatus = { deleted: 1, active: 2, blocked: 3 } as const

/** So many rows of a search can be paged through; beyond, it has to be refined. */
export const userSearchMax = 10_000

/** After so many days without access people are looked for. */
export const daysWithoutAccess = 90

/** The columns that order the list; by name where none is chosen. */
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
  .register(onTheWire, { type: 'string', maxLength: 20, pattern: '^[0-9]*$' })
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

/** What the list asks for (console.md §7). */
export const userSearchQuery = z.strictObject({
  pagination: pages.prefault({}),
  filters: z
    .strictObject({
      /** Every word, anywhere in the name. */
      name: words,
      /** Every word, anywhere in the e-mail. */
      email: words,
      status: z.literal([1, 2, 3], 'Escolha 1 (Excluído), 2 (Ativo) ou 3 (Bloqueado).').nullish(),
      /** Digits, anywhere in the number. */
      phone_number: phone,
      /** Every word, anywhere in name, e-mail or phone: what the palette and choices of people ask by. */
      search: words,
      /** Filters by company; matches no one if the company is out of the bearer's scope. */
      company_id: id.nullish(),
      /** True limits it to people without access for 90 days, or ever if they were made before. */
      no_access: z.boolean().nullish(),
      /** True limits it to people whose first access is still to come, false to those who came. */
      invited: z.boolean().nullish(),
    })
    .prefault({}),
  sort: z.enum(userSorts).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})

/** A row of the list. */
const row = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  /** As the filter counts them: Excluído 1, Ativo 2, Bloqueado 3. */
  status: z.literal([1, 2, 3]),
  created_at: instant,
  update_at: instant,
  last_access_at: instant.nullable(),
  /** Whether the first access is still to come. */
  invited: z.boolean(),
})

/** One page of people. */
export const userFound = z.object({
  users: z.array(row),
  pagination: z.object({
    /** Exact up to 10,000. */
    totalRecords: z.int().max(userSearchMax),
    totalPage: z.int(),
    page: z.int(),
    take: z.int(),
    /** There are more than 10,000: 'mais de 10.000', and the pages end there. */
    more: z.boolean(),
  }),
})
