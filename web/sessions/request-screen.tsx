import { useNavigate } from '@tanstack/react-router'
import { consoleModuleId } from '../../contract/constants.ts'
import type { OwnAccessRequest } from '../../contract/access-requests.ts'
import { screens, type ScreenPath } from '../../contract/screens.ts'
import { OwnRequests } from '../access-requests/own-requests.tsx'
import { RequestAccess } from '../access-requests/request-access.tsx'
import { useOwnRequests } from '../access-requests/use-own-requests.ts'
import { toAddress } from '../paths.ts'
import { useSession } from '../session-state/session.ts'
import { notify } from '../ui/notify.ts'
import classes from './request-screen.module.css'

interface RequestScreenProps {
  /** Screen that was refused. */
  path: ScreenPath
  /** Its URL, which opens when a request is approved. */
  address: string
}

/** Requests access to a refused screen, and opens the screen when the request is approved while this page is open. */
export function RequestScreen({ path, address }: RequestScreenProps) {
  const { userData } = useSession()
  const navigate = useNavigate()
  const { companies = [], company_id } = userData ?? {}
  const company =
    companies.length === 1 ? companies[0] : companies.find(({ id }) => id === company_id)
  const isThis = (request: OwnAccessRequest) =>
    request.function_path === path && request.company.id === company?.id
  const requests = useOwnRequests({
    enabled: company !== undefined,
    onDecided: (request) => {
      if (!isThis(request)) return
      if (request.state === 'refused') notify.warning('Pedido recusado.')
      if (!request.open) return
      notify.success('Acesso aprovado.')
      void navigate(toAddress(address))
    },
  }).filter(isThis)
  if (!company) return null
  const place = {
    company: { ...company, logo: null },
    module: { id: consoleModuleId, name: 'Gestão de Acesso', logo: null },
    function_path: path,
    open: false,
    spids: [],
  }
  return (
    <div className={classes['request']}>
      {requests.some(({ state }) => state === 'pending') ? null : (
        <p>
          <RequestAccess place={place} variant="light" />
          <small>{`Tela ${screens[path].name} em ${company.name}.`}</small>
        </p>
      )}
      <OwnRequests requests={requests} />
    </div>
  )
}
