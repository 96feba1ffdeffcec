import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { onlineManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { MessageScreen } from '../ui/message-screen.tsx'

/** Shown in place of a screen that could not be opened without a connection. Opens it when the connection is back. */
export function OfflineScreen({ onReturn }: { onReturn: () => void }) {
  const open = useEffectEvent(onReturn)
  // Only when the connection returns: the retry may render this screen again with the old error before it succeeds.
  useEffect(() => onlineManager.subscribe((online) => online && open()), [])
  return (
    <MessageScreen
      sign={IconCloudOff}
      title="Sem conexão"
      actions={<Button onClick={onReturn}>Tentar novamente</Button>}
    >
      <p>Tentaremos de novo assim que a conexão voltar.</p>
    </MessageScreen>
  )
}
