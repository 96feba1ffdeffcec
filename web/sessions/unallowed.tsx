import { useBlocker, useLocation } from '@tanstack/react-router'
import { MessageScreen } from '../ui/message-screen.tsx'
import { HomeLinks } from '../frame/home-links.tsx'
import { ShownRequests } from '../access-requests/shown-requests.tsx'
import { RequestAccess } from '../access-requests/request-access.tsx'
import { useScreenRequest } from './use-screen-request.ts'
import { Termo } from '../links/termo.tsx'

const isForm = (path: string) => /-(?:form|create|edit)(?:-|$)/.test(path)

/** Screen for a user refused by the route guard with a 403 (portal.md §2). */
export default function Unallowed() {
  // Blocks the back button: it would open the refused form, which redirects here again.
  useBlocker({
    shouldBlockFn: ({ action, next }) => action === 'BACK' && isForm(next.pathname),
    enableBeforeUnload: false,
  })
  const refused = useLocation({ select: ({ state }) => state.refused })
  const { place, requests } = useScreenRequest(refused)
  return (
    <>
      <MessageScreen
        sign="keyhole"
        title="NÃO AUTORIZADO"
        actions={
          <>
            {place && (
              <RequestAccess
                place={place}
                asked={requests.some(({ state }) => state === 'pending')}
              />
            )}
            <HomeLinks />
          </>
        }
      >
        <p>Você não tem permissão para acessar esta página.</p>
        <p>
          Se precisar dela no seu trabalho, peça o acesso ao{' '}
          <Termo of="master">usuário master</Termo> da sua empresa.
        </p>
      </MessageScreen>
      <ShownRequests requests={requests} />
    </>
  )
}
