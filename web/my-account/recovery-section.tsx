import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { recoveryCodeCount } from '../../contract/factors.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { isFederated, useSession } from '../session-state/session.ts'
import { ListNote } from '../ui/list-note.tsx'
import { showAccountRefusal } from './account-refusal.ts'
import { AccountSection } from './account-section.tsx'
import { NewCodes } from './new-codes.tsx'

/** The user's recovery codes: how many are left, and new ones (decision 93). */
export function RecoverySection({ onFocusLost }: { onFocusLost: () => void }) {
  const { data, error, refetch } = useQuery(queryOf('factorList'))
  const federated = isFederated(useSession().userData)
  const [codes, setCodes] = useState<readonly string[]>()
  const existing = data?.recovery_codes
  const create = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: `Gerar ${recoveryCodeCount} códigos de recuperação para a sua conta`,
          ...(existing && {
            consequence: 'Os códigos que você já tem deixam de valer.',
            danger: true,
          }),
        },
        'recoveryCodesCreate',
      ),
    done: 'Códigos de recuperação gerados.',
    showProblem: showAccountRefusal,
    onDone: (created) => {
      setCodes(created.codes)
      void refetch()
    },
  })
  if (error || (federated && !existing)) return null
  return (
    <AccountSection
      id="recuperacao"
      title="Códigos de recuperação"
      lead="Para entrar, depois da senha, quando você está sem o celular e sem o e-mail. Cada código serve uma vez. Guarde-os fora do computador, por exemplo em papel."
      action={
        data &&
        !federated &&
        !codes && (
          <Button variant="default" onClick={() => create.start()}>
            {existing ? 'Gerar novos códigos' : 'Gerar códigos'}
          </Button>
        )
      }
      busy={!data}
    >
      {codes && (
        <NewCodes
          codes={codes}
          onKept={() => {
            setCodes(undefined)
            onFocusLost()
          }}
        />
      )}
      <ListNote>
        {!codes &&
          data !== undefined &&
          (existing
            ? `Gerados em ${formatInstant(existing.created_at)}. Ainda não usados: ${existing.unused} de ${recoveryCodeCount}.`
            : 'Você ainda não gerou códigos.')}
      </ListNote>
    </AccountSection>
  )
}
