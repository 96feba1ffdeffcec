import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { RecordFacts } from '../form/record-parts.tsx'
import { useRecordAction } from '../form/use-record-action.ts'
import { FactorOffer } from '../my-account/factor-offer.tsx'
import { EmailDialog, pendingSentence } from '../my-account/email-change-view.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { UserPanel } from './user-panel.tsx'
import type { User } from './user-values.ts'

/** E-mail of a user and its pending change (decision 98). */
export function EmailPanel({ user }: { user: User }) {
  const { id, name, federated, account_wide, beyond_own, invitation, status, suspended } = user
  const params = { userId: String(id) }
  const { data, isPending, isError, refetch } = useQuery({
    ...queryOf('emailChangeGetOfUser', { params }),
    enabled: account_wide,
  })
  const [typing, setTyping] = useState(false)
  const allows = useAllowedActions('/user-edit')
  const cancel = useRecordAction({
    write: () =>
      callConfirmed(
        { describe: `Cancelar a alteração do e-mail de ${name}` },
        'emailChangeCancelOfUser',
        { params },
      ),
    done: 'Alteração de e-mail cancelada.',
    onDone: () => void refetch(),
    onRefused: () => void refetch(),
  })
  if (!account_wide) return null
  const mayChange = allows('update')
  const mayStart = mayChange && status === 1 && suspended === 0 && !beyond_own && !federated
  const pending = data?.pending
  return (
    <UserPanel
      id="email-de-acesso"
      title="E-mail de acesso"
      lead="A alteração é confirmada pelos dois endereços, e o atual pode cancelá-la."
      loading={isPending}
      onRetry={isError ? () => void refetch() : undefined}
      action={
        <>
          {pending === null && mayStart && invitation === null && (
            <Button variant="default" onClick={() => setTyping(true)}>
              Alterar e-mail
            </Button>
          )}
          {pending && mayChange && (
            <Button variant="default" className={dangerOutlined} onClick={() => cancel.start()}>
              Cancelar alteração
            </Button>
          )}
        </>
      }
    >
      {data && (
        <RecordFacts
          facts={{
            'E-mail atual': data.email,
            ...(pending && {
              'Novo e-mail': pending.new_email,
              'Situação da alteração': pendingSentence(pending),
            }),
          }}
        />
      )}
      <FactorOffer />
      {typing && data && (
        <EmailDialog
          waitHours={data.wait_hours}
          start={(email) =>
            callConfirmed(
              { describe: `Alterar o e-mail de ${name} para ${email}` },
              'emailChangeStartOfUser',
              { params, body: { email } },
            )
          }
          onClose={() => setTyping(false)}
          onStarted={() => void refetch()}
        />
      )}
    </UserPanel>
  )
}
