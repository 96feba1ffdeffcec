import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { MessageScreen } from '../ui/message-screen.tsx'

/** Shown in place of a screen that the server has no more, since the portal was updated while it was open. */
export function NewerVersion() {
  return (
    <MessageScreen
      icon={IconRefresh}
      title="Há uma versão mais nova do portal"
      actions={<Button onClick={() => window.location.reload()}>Recarregar</Button>}
    >
      <p>O portal foi atualizado enquanto estava aberto. Recarregue a página para continuar.</p>
      <p>Se isso não resolver, verifique sua conexão.</p>
    </MessageScreen>
  )
}
