import { z } from 'zod'
import { consoleModuleId } from './constants.ts'
import { listGrants, grantsOfScreens } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant, status, version } from './fields.ts'
import { idInQuery, listQuery, pageOf, statusFilter } from './list.ts'
import { createdColumn, nameColumn, statusColumn, tableOf, updatedColumn } from './table.ts'
import { normaliseText } from './text-folding.ts'
import { typedText } from './typed-text.ts'

const required = 'Preencha todos os campos!'

/** Maximum lengths of name, URL and code. The maximum of the code is from console.md §9, the others are our own. */
export const functionNameMax = 200
export const functionUrlMax = 300
export const functionCodeMax = 50
export const functionEnvironments = ['front', 'back'] as const
export const functionEnvironmentNames = {
  front: 'Front (tela)',
  back: 'Back (endpoint)',
} as const
export const functionMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const segments = /^\/(?!\/)[^\s\\<>"^`|]+$/
const walksOut = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i

/** Returns the URL of a function as stored, with a leading `/` (console.md §3). */
export function normalizeFunctionUrl(typed: string): string {
  const text = typed.trim()
  return text === '' || text.startsWith('/') ? text : `/${text}`
}

const url = typedText({ max: functionUrlMax, required })
  .overwrite(normalizeFunctionUrl)
  .max(functionUrlMax, `Use no máximo ${functionUrlMax} caracteres.`)
  .refine(
    (text) => segments.test(text) && !walksOut.test(text),
    'Informe um caminho válido, como /pedidos.',
  )

const code = z
  .string()
  .overwrite(normaliseText)
  .max(functionCodeMax, `Use no máximo ${functionCodeMax} caracteres.`)
  .regex(/^[0-9A-Za-z]*$/, 'Use apenas letras e números.')
  .nullish()
  .transform((text) => text || null)

const orNothing = <T extends z.ZodType>(choice: T) =>
  z
    .union([choice, z.literal('')])
    .nullish()
    .transform((value) => value || null)

const shared = {
  name: typedText({ max: functionNameMax, required }),
  url,
  module_id: z.int(required).min(1, required).max(2_147_483_647, 'Módulo não encontrado.'),
  code,
  /** Only for functions of module 1: `front` for a screen, `back` for an endpoint. */
  environment: orNothing(z.enum(functionEnvironments)),
  /** Only for functions of module 1; always GET for a screen. */
  method: orNothing(z.enum(functionMethods)),
  accredited_enable: z.boolean().default(false),
}

interface Placed {
  module_id: number
  environment: string | null
  method: string | null
}

/** Rule about environment and method. If a body breaks the rule, `field` gets the error. */
interface PlaceRule {
  field: 'environment' | 'method'
  holds: (body: Placed) => boolean
  error: string
}

const isOfConsole = ({ module_id }: Placed): boolean => module_id === consoleModuleId
const placeRules: PlaceRule[] = [
  {
    field: 'environment',
    holds: (body) => isOfConsole(body) || !body.environment,
    error: 'Só funções da Gestão de Acesso têm ambiente.',
  },
  {
    field: 'method',
    holds: (body) => isOfConsole(body) || !body.method,
    error: 'Só funções da Gestão de Acesso têm método.',
  },
  {
    field: 'environment',
    holds: (body) => !isOfConsole(body) || Boolean(body.environment),
    error: required,
  },
  {
    field: 'method',
    holds: (body) => !isOfConsole(body) || body.environment === 'front' || Boolean(body.method),
    error: required,
  },
]

/**
 * Adds the rules about environment and method. Functions of this console need both, other functions have neither, and
 * front functions always have GET (console.md §4).
 */
function withPlace<S extends z.ZodType<Placed>>(body: S) {
  const checked = placeRules.reduce<S>(
    (schema, { field, holds, error }) =>
      // Check this even if other fields are invalid, so that all errors are reported together.
      schema.refine(holds, { path: [field], error, when: ({ value }) => value instanceof Object }),
    body,
  )
  return checked.transform((fields: z.output<S>) =>
    isOfConsole(fields) && fields.environment === 'front' ? { ...fields, method: 'GET' } : fields,
  )
}

const row = z.object({
  id,
  name: z.string(),
  /** Starts with `/`, which the screens omit. */
  url: z.string(),
  status,
  module: z.object({ id, name: z.string() }),
  code: z.string().nullable(),
  environment: z.enum(functionEnvironments).nullable(),
  method: z.enum(functionMethods).nullable(),
  accredited_enable: z.boolean(),
  created_at: instant,
  updated_at: instant,
  version,
})

const functionWithActions = row.extend({
  actions: z.array(
    z.object({ id, name: z.string(), path: z.string().nullable(), active: z.boolean() }),
  ),
})

export type FunctionRow = z.output<typeof row>
export type FunctionWithActions = z.output<typeof functionWithActions>

/** Endpoints of functions, the operations of a module (console.md §2, §5, §7). */
export const functions = {
  functionList: endpoint({
    method: 'GET',
    path: '/function',
    summary: 'The functions that the caller may see, optionally of one service or module.',
    access: listGrants('/function-list', 'function'),
    audit: 'none',
    query: listQuery(['name', 'module', 'url', 'created_at', 'updated_at', 'status'], {
      filters: {
        service_id: idInQuery.optional(),
        module_id: idInQuery.optional(),
        ...statusFilter,
      },
    }),
    success: pageOf(row),
    table: tableOf('Funções', row, [
      nameColumn,
      { header: 'Módulo', text: ({ module }) => module.name },
      { header: 'Url', text: (shown) => shown.url },
      createdColumn,
      updatedColumn,
      statusColumn,
    ]),
    problems: [],
  }),
  functionGet: endpoint({
    method: 'GET',
    path: '/function/{id}',
    summary: 'One function with its actions.',
    access: grantsOfScreens('/function-edit', '/action-list', '/action-form'),
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    success: functionWithActions,
    problems: ['function-not-found'],
  }),
  functionCreate: endpoint({
    method: 'POST',
    path: '/function',
    summary: 'Creates an active function of a module.',
    access: { screen: '/function-create', action: 'create' },
    confirm: { when: 'the function is of module 1' },
    audit: { event: 'function.created', title: 'Cadastro de função', past: 'Função criada' },
    body: withPlace(z.strictObject(shared)),
    success: functionWithActions,
    problems: ['function-place-in-use', 'function-code-in-use'],
  }),
  functionUpdate: endpoint({
    method: 'PUT',
    path: '/function/{id}',
    summary: 'Replaces a function. With `version`, fails if it was saved in between.',
    access: { screen: '/function-edit', action: 'update' },
    confirm: { when: 'the function is of module 1, before or after' },
    audit: { event: 'function.updated', title: 'Atualização de função', past: 'Função alterada' },
    params: z.strictObject({ id: idInPath }),
    body: withPlace(z.strictObject({ ...shared, status, version: version.optional() })),
    success: functionWithActions,
    problems: [
      'function-not-found',
      'function-place-in-use',
      'function-code-in-use',
      'function-in-use',
      'function-of-console',
      'changed-meanwhile',
    ],
  }),
  functionBackCatalogue: endpoint({
    method: 'GET',
    path: '/function/back-catalogue',
    summary:
      'The endpoints of this server that a back function of module 1 can grant, for selection.',
    access: grantsOfScreens('/function-create', '/function-edit'),
    audit: 'none',
    success: z.object({
      endpoints: z.array(
        z.object({
          operation: z.string(),
          method: z.enum(functionMethods),
          path: z.string(),
          summary: z.string(),
        }),
      ),
    }),
    problems: [],
  }),
}
