import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, spid } from './fields.ts'

/** Maximum number of favourites per user. */
export const maxFavourites = 12

/** A module of a company, with a SPID unless the module asks for it each time. */
const favourite = z.strictObject({ company_id: id, module_id: id, spid: spid.optional() })

export type Favourite = z.output<typeof favourite>

/**
 * Favourites of the access page (decision 77). They grant nothing: `userInitialPermissions` returns only those that the
 * user may open at that moment, and opening one takes the same calls as any other module.
 */
export const moduleFavourites = {
  moduleFavouriteAdd: endpoint({
    method: 'POST',
    path: '/user/favourites',
    summary: `Marks a module that the user can choose as a favourite, for a company and possibly a SPID; at most ${maxFavourites} per user. Repeating it changes nothing.`,
    access: 'signed-in',
    audit: {
      event: 'favourite.added',
      title: 'Inclusão de módulo nos favoritos',
      past: 'Módulo marcado como favorito',
    },
    body: favourite,
    success: z.object({}),
    problems: ['module-not-found', 'spid-not-found', 'too-many-favourites'],
  }),
  moduleFavouriteRemove: endpoint({
    method: 'DELETE',
    path: '/user/favourites',
    summary: 'Removes one of the favourites of the user, even if the user can no longer open it.',
    access: 'signed-in',
    audit: {
      event: 'favourite.removed',
      title: 'Retirada de módulo dos favoritos',
      past: 'Módulo retirado dos favoritos',
    },
    body: favourite,
    success: z.object({}),
    problems: ['not-found'],
  }),
}
