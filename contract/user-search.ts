import { z } from 'zod'
import { id, instant } from './fields.ts'
import { homeDays } from './home-days.ts'
import { defaultPageSize, pageSizes, searchText } from './list.ts'
import { openApiSchemas } from './on-the-wire.ts'
import { foldPhone } from './person-fields.ts'

/** Status in the filter (console.md §9). A user who is both deleted and blocked is shown as Excluído (rulings §10). */
export const userStatus = { deleted: 1, active: 2, blocked: 3 } as const

/** Maximum number of rows that pages can reach. To find further rows, the user must refine the search. */
export const userSearchMax = 10_000

/** Maximum number of company names in a row. */
export const maxCompanyNames = 3

/** Days without access after which the filter `no_access` finds a user. */
export const daysWithoutAccess = 90

/** Values of the filter `pending`. HOME counts the users that each value finds. */
export const pendingMatter = z.enum([
  'invitation',
  'token',
  'delegation',
  'profile',
  'unused',
  'recovery',
])
export type PendingMatter = z.output<typeof pendingMatter>

/** Labels of the values of the filter `pending`. */
export const pendingMatters: Readonly<Record<PendingMatter, string>> = {
  invitation: `Convite sem resposta há mais de ${homeDays.invitationWaits} dias`,
  token: `Token expira em até ${homeDays.tokenEnds} dias`,
  delegation: `Delegação termina em até ${homeDays.delegationEnds} dias`,
  profile: `Perfil termina em até ${homeDays.profileEnds} dias`,
  unused: `Perfil sem uso há ${homeDays.profileUnused} dias`,
  recovery: 'Recuperação da conta espera a sua aprovação',
}

/** Columns by which the list can be sorted; the default is the name. */
export const userSorts = [
  'name',
  'email',
  'created_at',
  'update_at',
  'last_access_at',
  'status',
] as const

/** Search words of a filter. A blank text is no filter. */
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
export const userSearchQuery = z
  .strictObject({
    pagination: pages.prefault({}),
    filters: z
      .strictObject({
        /** The name must contain all of these words, in any order. */
        name: words,
        /** The e-mail must contain all of these words, in any order. */
        email: words,
        status: z.literal([1, 2, 3], 'Escolha 1 (Excluído), 2 (Ativo) ou 3 (Bloqueado).').nullish(),
        /** The number must contain these digits. */
        phone_number: phone,
        /** Name, e-mail or phone must contain all of these words. Used by the palette and by selects of users. */
        search: words,
        /** Company of the user. Matches no user if the company is outside the caller's scope. */
        company_id: id.nullish(),
        /**
         * True: only users without access for 90 days. For users who never had access, the 90 days begin with their
         * creation.
         */
        no_access: z.boolean().nullish(),
        /**
         * True: only active users who sign in with a password and have neither a passkey nor an authenticator app.
         */
        no_factor: z.boolean().nullish(),
        /** True: only users who have not signed in yet. False: only users who have. */
        invited: z.boolean().nullish(),
        /**
         * `invitation`: invited more than 7 days ago, never signed in, and the caller may send the invitation again.
         * `token`, `delegation`, `profile`: has an API token that expires, or a delegation or profile that ends, within 7
         * days. `unused`: has a profile that was not used for 90 days (decision 103). `recovery`: has a recovery of the
         * account that the caller may approve now.
         */
        pending: pendingMatter.nullish(),
      })
      .prefault({}),
    sort: z.enum(userSorts).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    /**
     * Search of the palette (decision 76): finds the words of `search` only in name and e-mail, and returns the best
     * matches first: a whole word of the name, the beginning of a word, the middle of the name, the e-mail. Only the
     * first page is returned, and only its users are counted.
     */
    ranked: z.boolean().nullish(),
  })
  .refine(({ ranked, pagination: { page } }) => ranked !== true || page === 1, {
    message: 'A busca pelos melhores resultados tem uma só página.',
    path: ['pagination.page'],
  })

/** Second factors of a user's own. `federated`: the identity provider of the company decides. */
export const ownFactors = ['passkey', 'app', 'passkey-and-app', 'none', 'federated'] as const
export type OwnFactor = (typeof ownFactors)[number]

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
  /** Whether the user's password has expired, so that the user can sign in only after another one was sent. */
  password_expired: z.boolean(),
  /** Names of up to three of the user's companies, in alphabetical order. Only for administrators. */
  company_names: z.array(z.string()).max(maxCompanyNames).optional(),
  /** Number of the user's companies. Only for administrators. */
  company_count: z.int().optional(),
  /** Whether the user has passkeys or an authenticator app. Only for people, since programs must not export factors. */
  own_factor: z.enum(ownFactors).optional(),
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
    /** True if there are more than 10,000. The screen then shows 'mais de 10.000', and paging ends at 10,000. */
    more: z.boolean(),
  }),
})
