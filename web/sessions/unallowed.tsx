import { IconLock } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { toAccessPage, toHome, toSignIn } from '../paths.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { useSession } from '../session-state/session.ts'
import { MessageScreen } from '../ui/message-screen.tsx'

const isForm = (path: string) => /-(?:form|create|edit)(?:-|$)/.test(path)

/** Where a 403 of the guard leads (portal.md §2). */
export default function Unallowed() {
  const { signedIn } = useSession()
  // Going back to the form that was refused would only end here again: the blocker goes forward instead.
  useBlocker({
    shouldBlockFn: ({ action, next }) => action === 'BACK' && isForm(next.pathname),
    enableBeforeUnload: false,
  })
  return (
    <MessageScreen
      icon={IconLock}
      title="NÃO AUTORIZADO"
      actions={
        signedIn ? (
          <>
            <ButtonLink {...toHome()}>Ir para o início</ButtonLink>
            <ButtonLink {...toAccessPage()} variant="default">
              Ir para a página de acesso
            </ButtonLink>
          </>
        ) : (
          <ButtonLink {...toSignIn()}>Acessar sua conta</ButtonLink>
        )
      }
    >
      <p>Você não tem permissão para acessar esta página.</p>
      <p>Se precisar dela no seu trabalho, peça o acesso ao usuário master da sua empresa.</p>
    </MessageScreen>
  )
}
