import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/api-client.ts'
import { queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { isFederated, useSession } from '../session-state/session.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { AccountSection } from './account-section.tsx'
import { EmailDialog, pendingSentence } from './email-change-view.tsx'
import classes from './my-account.module.css'

/**
 * The user's e-mail and its pending change (decision 98). `onFocusLost` is called when the focused button disappears.
 */
export function EmailSection({ onFocusLost }: { onFocusLost: () => void }) {
  const { data, error, refetch } = useQuery(queryOf('emailChangeGet'))
  const { userData } = useSession()
  const federated = isFederated(userData)
  const [typing, setTyping] = useState(false)
  const cancel = useRecordAction({
    write: () => call('emailChangeCancel'),
    done: 'Alteração de e-mail cancelada.',
    onDone: () => void refetch().then(onFocusLost),
    onRefused: () => void refetch(),
  })
  if (error) return null
  const pending = data?.pending
  // Shown before the response, so that nothing below moves.
  const email = data?.email ?? userData?.user.email
  return (
    <AccountSection
      id="email"
      title="E-mail"
      lead={
        federated
          ? 'O e-mail de quem entra pelo Acesso Federado é alterado no provedor de identidade da empresa.'
          : 'Com ele você entra no portal e recebe códigos e avisos.'
      }
      action={
        !pending &&
        !federated && (
          <Button variant="default" onClick={() => setTyping(true)}>
            Alterar e-mail
          </Button>
        )
      }
      busy={!data}
    >
      {email !== undefined && (
        <ul className={classes['rows']} aria-label="E-mail">
          <li>
            <div>
              <p>{email}</p>
              <p>E-mail atual</p>
            </div>
          </li>
          {pending && (
            <li>
              <div>
                <p>{pending.new_email}</p>
                <p>{pendingSentence(pending)}</p>
              </div>
              <Button
                variant="default"
                className={dangerOutlined}
                size="xs"
                aria-label="Cancelar: Alteração de e-mail"
                onClick={() => cancel.start()}
              >
                Cancelar
              </Button>
            </li>
          )}
        </ul>
      )}
      {typing && data && (
        <EmailDialog
          waitHours={data.wait_hours}
          start={(newEmail) =>
            callConfirmed(
              { describe: `Alterar o e-mail da sua conta para ${newEmail}` },
              'emailChangeStart',
              { body: { email: newEmail } },
            )
          }
          onClose={() => setTyping(false)}
          onStarted={() => void refetch().then(onFocusLost)}
        />
      )}
    </AccountSection>
  )
}
