import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problems } from '../../contract/problems.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { toSignOut } from '../paths.ts'
import { useTabSession } from '../session-state/session.ts'
import { MessageScreen } from '../ui/message-screen.tsx'
import { ButtonLink } from '../links/button-link.tsx'
import { isMissingPart } from './missing-parts.ts'
import { NewerVersion } from './newer-version.tsx'

/** Shown inside the frame in place of a screen that threw an error: offers to try again or to sign out, or the newer version. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const elsewhere = error instanceof ApiProblem && error.code === 'other-place'
  useEffect(() => {
    if (!elsewhere) console.error(error)
  }, [error, elsewhere])
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (isMissingPart(error)) return <NewerVersion />
  if (elsewhere) return <OpensOnReturn />
  return (
    <MessageScreen
      icon={IconAlertTriangle}
      title="Algo deu errado"
      actions={
        <>
          <Button onClick={retry}>Tentar novamente</Button>
          <ButtonLink {...toSignOut()} variant="default">
            Sair e entrar de novo
          </ButtonLink>
        </>
      }
    >
      <p>{problems.internal.message}</p>
    </MessageScreen>
  )
}

/** Nothing is shown of a screen that was opened while the session was in another company: the frame asks which it is to be. */
function OpensOnReturn() {
  const session = useTabSession()
  useEffect(() => {
    if (session === 'own') location.reload()
  }, [session])
  return null
}
