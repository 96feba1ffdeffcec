import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { MessageScreen } from '../ui/message-screen.tsx'
import { federationMessage, type FederationProblem } from './federation-problem.ts'

/** Shown in the confirmation popup if the browser does not let it close itself. */
export function PopupReturn({ problem }: { problem: FederationProblem | undefined }) {
  const [sign, title] = problem
    ? ([IconAlertTriangle, 'Identidade não confirmada'] as const)
    : (['open', 'Identidade confirmada'] as const)
  return (
    <MessageScreen
      sign={sign}
      title={title}
      actions={<Button onClick={() => window.close()}>Fechar esta janela</Button>}
    >
      {problem && <p>{federationMessage(problem)}</p>}
      <p>Volte para a janela em que você estava.</p>
    </MessageScreen>
  )
}
