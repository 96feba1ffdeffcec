import { IconLock } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { MessageScreen } from '../ui/message-screen.tsx'
import { WaysOut } from '../frame/ways-out.tsx'

const isForm = (path: string) => /-(?:form|create|edit)(?:-|$)/.test(path)

/** Where a 403 of the guard leads (portal.md §2). */
export default function Unallowed() {
  // Going back to the form that was refused would only end here again: the blocker goes forward instead.
  useBlocker({
    shouldBlockFn: ({ action, next }) => action === 'BACK' && isForm(next.pathname),
    enableBeforeUnload: false,
  })
  return (
    <MessageScreen icon={IconLock} title="NÃO AUTORIZADO" actions={<WaysOut />}>
      <p>Você não tem permissão para acessar esta página.</p>
      <p>Se precisar dela no seu trabalho, peça o acesso ao usuário master da sua empresa.</p>
    </MessageScreen>
  )
}
