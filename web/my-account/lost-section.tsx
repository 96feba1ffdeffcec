import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { AccountSection } from './account-section.tsx'
import { useLostFactors } from './use-lost-factors.ts'

/**
 * For a user who has lost every passkey and the authenticator app, and signed in with a mailed code: starts the removal
 * of all of them (decision 96). `onFocusLost` is called when the focused button disappears.
 */
export function LostSection({ onFocusLost }: { onFocusLost: () => void }) {
  const passkeys = useQuery(queryOf('passkeyList')).data?.passkeys
  const app = useQuery(queryOf('factorList')).data?.totp
  const { start } = useLostFactors({ enabled: true, onDone: onFocusLost })
  const has = (passkeys?.length ?? 0) > 0 || (app ?? null) !== null
  if (!has || !start) return null
  return (
    <AccountSection
      id="perdi"
      title="Perdi o acesso a eles"
      lead="Se você não consegue mais usar nenhuma chave de acesso nem o aplicativo, peça a remoção de todos. Para mudar só um deles, entre com outro."
      action={
        <Button variant="default" className={dangerOutlined} onClick={start}>
          Pedir a remoção
        </Button>
      }
      busy={false}
    >
      {null}
    </AccountSection>
  )
}
