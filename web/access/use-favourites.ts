import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { endSession } from '../session-state/session-end.ts'
import { notify } from '../ui/notify.ts'
import { offerUndo } from '../ui/undo.ts'
import { withFavourite, type Place } from './choices.ts'
import { permissionsOf } from './use-initial-permissions.ts'

interface Change {
  place: Place
  spid: string | undefined
  favourite: boolean
}

/** Adds and removes favourites. The star changes immediately, and changes back if the server refuses. */
export function useFavourites(token: string) {
  const queryClient = useQueryClient()
  const show = ({ place, spid, favourite }: Change) =>
    queryClient.setQueryData(
      permissionsOf(token).queryKey,
      (cached) =>
        cached && {
          ...cached,
          companies: withFavourite(cached.companies, place, {
            spid: spid ?? null,
            favourite,
          }),
        },
    )
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ place: { company, module }, spid, favourite }: Change) => {
      const body = {
        company_id: company.id,
        module_id: module.id,
        ...(spid === undefined ? {} : { spid }),
      }
      await call(favourite ? 'moduleFavouriteAdd' : 'moduleFavouriteRemove', { token, body })
    },
    onMutate: show,
    onSuccess: (_, { place, spid, favourite }) => {
      if (favourite) return
      // The tile has disappeared, so its star cannot be pressed again.
      offerUndo({
        message: 'Retirado dos favoritos.',
        undo: async () => mutate({ place, spid, favourite: true }),
      })
    },
    onError: (error, change) => {
      // Another window has already removed it.
      if (error instanceof ApiProblem && error.code === 'not-found') return
      show({ ...change, favourite: !change.favourite })
      if (!(error instanceof ApiProblem)) {
        notify.error('Não foi possível mudar os favoritos.')
        throw error
      }
      if (error.status === 401) void endSession(error, token)
      else notify.error(error.httpMessage)
    },
  })
  return {
    /** Ignored while another change is in flight, so that changes take effect in the order in which they are shown. */
    setFavourite: (place: Place, spid: string | undefined, favourite: boolean) => {
      if (!isPending) mutate({ place, spid, favourite })
    },
  }
}
