import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problems } from '../../contract/problems.ts'
import { isOfflineProblem } from '../api/api-problem.ts'
import { MessageScreen } from '../ui/message-screen.tsx'
import { isMissingPart } from './missing-parts.ts'
import { MissingPart } from './missing-part.tsx'
import { OfflineScreen } from './offline-screen.tsx'

/** Shown when the sign-in threw an error, or when the rest of the portal could not be loaded. */
export function EntryError({ error }: ErrorComponentProps) {
  useEffect(() => console.error(error), [error])
  if (isOfflineProblem(error)) return <OfflineScreen onReturn={() => window.location.reload()} />
  if (isMissingPart(error)) return <MissingPart />
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
