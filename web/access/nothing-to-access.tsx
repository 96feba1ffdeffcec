import { Button } from '@mantine/core'
import { MessageScreen } from '../ui/message-screen.tsx'

interface NothingToAccessProps {
  checking: boolean
  onCheck: () => void
}

/** Shown to a user without profiles: explains what to do next. */
export function NothingToAccess({ checking, onCheck }: NothingToAccessProps) {
  return (
    <MessageScreen
      sign="keyhole"
      title="Você ainda não tem acesso a nenhum módulo"
      headingLevel="h2"
      actions={
        <Button onClick={onCheck} loading={checking}>
          Verificar novamente
        </Button>
      }
    >
      <p>
        Peça um perfil de acesso ao usuário master da sua empresa ou ao administrador do sistema.
        Assim que ele for concedido, as opções aparecem aqui.
      </p>
    </MessageScreen>
  )
}
