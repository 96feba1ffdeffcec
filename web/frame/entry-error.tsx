import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problems } from '../../contract/problems.ts'
import { MessageScreen } from '../ui/message-screen.tsx'
import { isMissingPart } from './missing-parts.ts'
import { NewerVersion } from './newer-version.tsx'

/** Shown when the sign-in threw an error, or when the rest of the portal could not be loaded. */
export function EntryError({ error }: ErrorComponentProps) {
  useEffect(() => console.error(error), [error])
  if (isMissingPart(error)) return <NewerVersion />
  return (
    <MessageScreen
      sign={IconAlertTriangle}
      title="Algo deu errado"
      actions={<Button onClick={() => window.location.reload()}>Tentar novamente</Button>}
    >
      <p>{problems.internal.message}</p>
    </MessageScreen>
  )
}
