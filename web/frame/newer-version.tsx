import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { MessageScreen } from '../ui/message-screen.tsx'

/**
 * Shown in place of a screen whose chunk the server no longer has, because the portal was updated after this page was
 * loaded.
 */
export function NewerVersion() {
  return (
    <MessageScreen
      sign={IconRefresh}
      title="Há uma versão mais nova do portal"
      actions={<Button onClick={() => window.location.reload()}>Recarregar</Button>}
    >
      <p>O portal foi atualizado enquanto estava aberto. Recarregue a página para continuar.</p>
      <p>Se isso não resolver, verifique sua conexão.</p>
    </MessageScreen>
  )
}
