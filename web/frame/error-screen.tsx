import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problems } from '../../contract/problems.ts'
import { toSignOut } from '../paths.ts'
import { MessageScreen } from '../ui/message-screen.tsx'
import { ButtonLink } from '../links/button-link.tsx'
import { isMissingPart } from './missing-parts.ts'
import { NewerVersion } from './newer-version.tsx'

/** Shown inside the frame in place of a screen that threw an error: offers to try again or to sign out, or the newer version. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (isMissingPart(error)) return <NewerVersion />
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
