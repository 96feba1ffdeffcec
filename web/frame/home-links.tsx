import { ButtonLink } from '../links/button-link.tsx'
import { toAccessPage, toHome, toSignIn } from '../paths.ts'
import { useSession } from '../session-state/session.ts'

/** Links for screens without content, to the start and the access page, or to the sign-in. */
export function HomeLinks() {
  const { signedIn } = useSession()
  if (!signedIn) return <ButtonLink {...toSignIn()}>Acessar sua conta</ButtonLink>
  return (
    <>
      <ButtonLink {...toHome()}>Ir para o início</ButtonLink>
      <ButtonLink {...toAccessPage()} variant="default">
        Ir para a página de acesso
      </ButtonLink>
    </>
  )
}
