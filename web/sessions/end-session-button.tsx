import { Button } from '@mantine/core'
import type { OwnSession } from '../../contract/sessions.ts'
import { formatInstant } from '../../contract/shown.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { readUserAgent } from '../../contract/user-agent.ts'

interface EndSessionButtonProps {
  session: OwnSession
  onEnd: (session: OwnSession) => void
}

/**
 * Button that ends a session, with the session's row in its accessible name. The current session is ended by signing
 * out.
 */
export function EndSessionButton({ session, onEnd }: EndSessionButtonProps) {
  const { current, user_agent, address, started_at } = session
  if (current) return null
  return (
    <Button
      variant="default"
      className={dangerOutlined}
      size="xs"
      aria-label={`Encerrar: ${readUserAgent(user_agent)}, ${address}, de ${formatInstant(started_at)}`}
      onClick={() => onEnd(session)}
    >
      Encerrar
    </Button>
  )
}
