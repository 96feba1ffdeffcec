import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problems } from '../../contract/problems.ts'
import { ApiProblem, isOfflineProblem } from '../api/api-problem.ts'
import { toSignOut } from '../paths.ts'
import { useTabSession } from '../session-state/session.ts'
import { MessageScreen } from '../ui/message-screen.tsx'
import { ButtonLink } from '../links/button-link.tsx'
import { MissingPart } from './missing-part.tsx'
import { isMissingPart, markConnectionLost } from './missing-parts.ts'
import { OfflineScreen } from './offline-screen.tsx'

/** Shown inside the frame when a screen threw an error: offers a retry and a sign-out, or the newer version. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const offline = isOfflineProblem(error)
  const otherPlace = error instanceof ApiProblem && error.code === 'other-place'
  useEffect(() => {
    if (!otherPlace && !offline) console.error(error)
  }, [error, otherPlace, offline])
  const retry = () => {
    reset()
    void router.invalidate()
  }
  const retryOnReturn = () => {
    markConnectionLost()
    retry()
  }
  if (offline) return <OfflineScreen onReturn={retryOnReturn} />
  if (isMissingPart(error)) return <MissingPart />
  if (otherPlace) return <ReloadOnReturn />
  return (
    <MessageScreen
      sign={IconAlertTriangle}
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

/**
 * Shown for a screen that was opened while the session is in another company. Renders nothing, because the frame shows
 * a dialog about this. Reloads the screen when the session is back in this tab's company.
 */
function ReloadOnReturn() {
  const session = useTabSession()
  useEffect(() => {
    if (session === 'own') location.reload()
  }, [session])
  return null
}
