import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { AccountSection } from './account-section.tsx'

/**
 * For a user who has lost every passkey and the authenticator app, and signed in with a mailed code: starts the removal
 * of all of them (decision 96). `onFocusLost` is called when the focused button disappears.
 */
export function LostSection({ onFocusLost }: { onFocusLost: () => void }) {
  const passkeys = useQuery(queryOf('passkeyList')).data?.passkeys
  const app = useQuery(queryOf('factorList')).data?.totp
  const pending = useQuery(queryOf('recoveryList')).data
  const queries = useQueryClient()
  const start = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: 'Iniciar a remoção das chaves de acesso, do aplicativo e dos códigos',
          consequence: `Ela vale depois de ${pending?.wait_hours} horas, em que você e quem administra a sua empresa podem cancelar.`,
          danger: true,
        },
        'recoveryStart',
      ),
    done: 'Remoção iniciada. Você pode cancelar enquanto ela espera.',
    onDone: () => void queries.invalidateQueries(queriesOf('recoveryList')).then(onFocusLost),
  })
  const has = (passkeys?.length ?? 0) > 0 || (app ?? null) !== null
  if (!has || !pending || pending.recoveries.some(({ kind }) => kind === 'factors')) return null
  return (
    <AccountSection
      id="perdi"
      title="Perdi o acesso a eles"
      lead="Se você não consegue mais usar nenhuma chave de acesso nem o aplicativo, peça a remoção de todos. Para mudar só um deles, entre com outro."
      action={
        <Button variant="default" className={dangerOutlined} onClick={() => start.start()}>
          Pedir a remoção
        </Button>
      }
      busy={false}
    >
      {null}
    </AccountSection>
  )
}
