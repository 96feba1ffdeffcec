import { z } from 'zod'
import { listGrants } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant, version } from './fields.ts'
import { listQuery, pageOf, statusFilter } from './list.ts'
import { createdColumn, nameColumn, statusColumn, tableOf } from './table.ts'
import { optionalText, typedText } from './typed-text.ts'

const required = 'Preencha os campos obrigatórios'

/** Maximum lengths of name and path (console.md §2, §9). */
export const actionNameMax = 200
export const actionPathMax = 200

const name = typedText({ max: actionNameMax, required })
const path = optionalText(actionPathMax)
const ofFunction = z.object({ id, name: z.string() })

const action = z.object({
  id,
  name: z.string(),
  path: z.string().nullable(),
  active: z.boolean(),
  created_at: instant,
  updated_at: instant,
  version,
  function: ofFunction,
})

export type Action = z.output<typeof action>

/** Endpoints of actions, the operations within a function (console.md §2, §5, §7). */
export const actions = {
  actionList: endpoint({
    method: 'GET',
    path: '/function-action/consult/{id}',
    summary: 'A function and its actions; `id` is the id of the function.',
    access: [...listGrants('/action-list', 'action'), { screen: '/action-form' }],
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    query: listQuery(['name', 'path', 'created_at', 'status'], { filters: statusFilter }),
    success: pageOf(action).extend({
      function: ofFunction,
      /** The same actions as in `rows`, under the name that console.md §7 requires. */
      actions: z.array(action),
    }),
    table: tableOf('Ações', action, [
      nameColumn,
      { ...createdColumn, header: 'Data de Criação' },
      statusColumn,
    ]),
    problems: ['function-not-found'],
  }),
  actionGet: endpoint({
    method: 'GET',
    path: '/function-action/{id}',
    summary: 'One action with its function.',
    access: { screen: '/action-form' },
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    success: action,
    problems: ['action-not-found'],
  }),
  actionCreate: endpoint({
    method: 'POST',
    path: '/function-action',
    summary: 'Creates an active action of a function.',
    access: { screen: '/action-form', action: 'create' },
    confirm: { when: 'the action is of a function of module 1' },
    audit: { event: 'action.created', title: 'Cadastro de ação', past: 'Ação criada' },
    body: z.strictObject({ name, path, function_id: id }),
    success: action,
    problems: ['function-not-found', 'action-in-use'],
  }),
  actionUpdate: endpoint({
    method: 'PUT',
    path: '/function-action/{id}',
    summary: 'Replaces an action. With `version`, fails if it was saved in between.',
    access: { screen: '/action-form', action: 'update' },
    confirm: { when: 'the action is of a function of module 1' },
    audit: { event: 'action.updated', title: 'Atualização de ação', past: 'Ação alterada' },
    params: z.strictObject({ id: idInPath }),
    body: z.strictObject({
      name,
      path,
      active: z.boolean(required),
      /** Optional. If the action belongs to another function, the response is `action-not-found`. */
      function_id: id.optional(),
      version: version.optional(),
    }),
    success: action,
    problems: ['action-not-found', 'action-exists', 'action-of-console', 'changed-meanwhile'],
  }),
}
