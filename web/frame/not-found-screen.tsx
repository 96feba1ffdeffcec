import { IconMapQuestion } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { toAccessPage, toHome, toSignIn } from '../paths.ts'
import { MessageScreen } from '../ui/message-screen.tsx'
import { ButtonLink } from '../links/button-link.tsx'
import { isScreenPath } from '../session-state/screen-path.ts'
import { useSession } from '../session-state/session.ts'

/** What an address shows that no route knows. */
export function NotFoundScreen() {
  const { signedIn } = useSession()
  const planned = useLocation({ select: ({ pathname }) => isScreenPath(pathname) })
  return (
    <MessageScreen
      icon={IconMapQuestion}
      title="Página não encontrada"
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
      {planned ? (
        <p>Esta tela ainda não está disponível nesta versão.</p>
      ) : (
        <p>O endereço não existe ou mudou de lugar. Confira se ele foi digitado corretamente.</p>
      )}
    </MessageScreen>
  )
}
