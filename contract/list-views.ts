import { z } from 'zod'
import { grantsOfScreens } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath } from './fields.ts'
import { listViewNameMax } from './limits.ts'
import { typedText } from './typed-text.ts'
import { viewedLists } from './viewed-lists.ts'

/** Maximum number of views of a list, per user and per company. */
export const maxListViews = 20

const list = z.enum(viewedLists, 'Esta lista não guarda visões.')
const name = typedText({ max: listViewNameMax, required: 'Informe o nome da visão.' })

/**
 * Search parameters of the list as in its address, without the page. The server refuses parameters that the list does
 * not have.
 */
const query = z
  .record(z.string().max(30), z.string().max(200))
  .refine((sent) => Object.keys(sent).length <= 30, 'Use no máximo 30 parâmetros.')

const listView = z.object({
  id,
  name: z.string(),
  list,
  query: z.record(z.string(), z.string()),
  /** Whether the view is the company's. Otherwise it is the caller's own. */
  shared: z.boolean(),
})

export type ListView = z.output<typeof listView>

const access = grantsOfScreens(...viewedLists)

/** Saved views of lists: a name for search, filters and order (decision 69). */
export const listViews = {
  listViewList: endpoint({
    method: 'GET',
    path: '/list-view',
    summary:
      "The saved views of a list that the caller may open: the caller's own and those of the company.",
    access,
    audit: 'none',
    query: z.strictObject({ list }),
    success: z.object({
      rows: z.array(listView).max(2 * maxListViews),
      /** Whether the caller may save views. Profiles 3 and 4 read only (decision 53). */
      saves: z.boolean(),
      /** Whether the caller may save, change and delete views of the company. */
      shares: z.boolean(),
    }),
    problems: [],
  }),
  listViewCreate: endpoint({
    method: 'POST',
    path: '/list-view',
    summary: `Saves a view of a list that the caller may open. Only master users and administrators save views of their company. At most ${maxListViews} for each list.`,
    access,
    audit: { event: 'list-view.created', title: 'Cadastro de visão', past: 'Visão de lista salva' },
    body: z.strictObject({ list, name, query, shared: z.boolean().default(false) }),
    success: listView,
    problems: ['list-view-name-in-use', 'too-many-list-views'],
  }),
  listViewUpdate: endpoint({
    method: 'PUT',
    path: '/list-view/{id}',
    summary: 'Replaces the name and the search parameters of a view. The last save wins.',
    access,
    audit: {
      event: 'list-view.updated',
      title: 'Atualização de visão',
      past: 'Visão de lista alterada',
    },
    params: z.strictObject({ id: idInPath }),
    body: z.strictObject({ name, query }),
    success: listView,
    problems: ['list-view-not-found', 'list-view-name-in-use'],
  }),
  listViewDelete: endpoint({
    method: 'DELETE',
    path: '/list-view/{id}',
    summary: 'Deletes a view. No body.',
    access,
    audit: {
      event: 'list-view.deleted',
      title: 'Exclusão de visão',
      past: 'Visão de lista excluída',
    },
    params: z.strictObject({ id: idInPath }),
    success: z.object({}),
    problems: ['list-view-not-found'],
  }),
}
