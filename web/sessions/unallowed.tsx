import { useBlocker, useLocation } from '@tanstack/react-router'
import { MessageScreen } from '../ui/message-screen.tsx'
import { HomeLinks } from '../frame/home-links.tsx'
import { useSession } from '../session-state/session.ts'
import { RequestScreen } from './request-screen.tsx'
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
  const { signedIn } = useSession()
  return (
    <>
      <MessageScreen sign="keyhole" title="NÃO AUTORIZADO" actions={<HomeLinks />}>
        <p>Você não tem permissão para acessar esta página.</p>
        <p>
          Se precisar dela no seu trabalho, peça o acesso ao{' '}
          <Termo of="master">usuário master</Termo> da sua empresa.
        </p>
      </MessageScreen>
      {signedIn && refused && <RequestScreen {...refused} />}
    </>
  )
}
