import { Button } from '@mantine/core'
import { Termo } from '../links/termo.tsx'
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
        Peça um <Termo of="profile">perfil de acesso</Termo> ao{' '}
        <Termo of="master">usuário master</Termo> da sua empresa ou ao administrador do sistema.
        Assim que ele for concedido, as opções aparecem aqui.
      </p>
    </MessageScreen>
  )
}
