import { useNavigate } from '@tanstack/react-router'
import type { OwnAccessRequest } from '../../contract/access-requests.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import type { RequestablePlace } from '../access-requests/requested-place.ts'
import { useOwnRequests } from '../access-requests/use-own-requests.ts'
import { toAddress } from '../paths.ts'
import { useSession } from '../session-state/session.ts'
import { notify } from '../ui/notify.ts'

interface RefusedScreen {
  path: ScreenPath
  /** URL that opens when the request is approved. */
  address: string
}

/**
 * What the user can request after a screen was refused, with the requests for it. Opens the screen when a request is
 * approved while this page is open. `place` is undefined if it is not known for which company the user wants the screen.
 */
export function useScreenRequest(refused: RefusedScreen | undefined) {
  const { userData } = useSession()
  const navigate = useNavigate()
  const { companies = [], company_id } = userData ?? {}
  const [only, ...others] = companies
  const company = others.length === 0 ? only : companies.find(({ id }) => id === company_id)
  const place = refused && company && placeOf(refused.path, company)
  const isThis = (request: OwnAccessRequest) =>
    request.module.id === consoleModuleId &&
    request.company.id === company?.id &&
    request.function_path === refused?.path &&
    request.action_path === null
  const requests = useOwnRequests({
    enabled: place !== undefined,
    onDecided: (request) => {
      if (!refused || !isThis(request)) return
      if (request.state === 'refused') notify.warning('Pedido recusado.')
      if (!request.open) return
      notify.success('Acesso aprovado.')
      void navigate(toAddress(refused.address))
    },
  })
  return { place, requests: requests.filter(isThis) }
}

const placeOf = (
  function_path: ScreenPath,
  company: { id: number; name: string },
): RequestablePlace => ({
  company: { ...company, logo: null },
  module: { id: consoleModuleId, name: 'Gestão de Acesso', logo: null },
  function_path,
  open: false,
  spids: [],
})
