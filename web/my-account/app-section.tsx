import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { formatInstant } from '../../contract/shown.ts'
import { call } from '../api/api-client.ts'
import { queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { refusalOf, showRefusal } from '../form/show-refusal.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { isFederated, useSession } from '../session-state/session.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { ListNote } from '../ui/list-note.tsx'
import { showAccountRefusal } from './account-refusal.ts'
import { AccountSection } from './account-section.tsx'
import { AppSetup, type AppOptions } from './app-setup.tsx'
import classes from './my-account.module.css'

/**
 * The user's authenticator app: set-up and removal (decision 93). `onFocusLost` is called when the focused button
 * disappears.
 */
export function AppSection({ onFocusLost }: { onFocusLost: () => void }) {
  const { data, error, refetch } = useQuery(queryOf('factorList'))
  const federated = isFederated(useSession().userData)
  const [options, setOptions] = useState<AppOptions>()
  const begin = useMutation({
    mutationFn: () => call('totpOptions'),
    onSuccess: setOptions,
    onError: (problem) => {
      const refusal = refusalOf(problem)
      if (refusal) showRefusal(refusal)
      void refetch()
    },
  })
  const remove = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: 'Remover o aplicativo autenticador da sua conta',
          consequence: 'Os códigos dele deixam de servir para entrar no portal.',
          danger: true,
        },
        'totpDelete',
      ),
    done: 'Aplicativo autenticador removido.',
    onDone: () => void refetch().then(onFocusLost),
    showProblem: showAccountRefusal,
    onRefused: () => void refetch(),
  })
  const app = data?.totp
  // The section of passkeys reports the failed read, and says that an identity provider decides.
  if (error || (federated && !app)) return null
  return (
    <AccountSection
      id="aplicativo"
      title="Aplicativo autenticador"
      lead="Um aplicativo do celular cria um código de 6 dígitos, que você digita depois da senha no lugar do código por e-mail ou SMS. Funciona sem internet no celular."
      action={
        app === null &&
        !options && (
          <Button
            variant="default"
            leftSection={<IconDeviceMobile size={16} stroke={1.8} aria-hidden="true" />}
            aria-disabled={begin.isPending || undefined}
            onClick={() => !begin.isPending && begin.mutate()}
          >
            Configurar aplicativo
          </Button>
        )
      }
      busy={!data}
    >
      {options && (
        <AppSetup
          options={options}
          onClose={() => {
            setOptions(undefined)
            onFocusLost()
          }}
          onCreated={() => {
            setOptions(undefined)
            void refetch().then(onFocusLost)
          }}
        />
      )}
      {app && (
        <ul className={classes['rows']} aria-label="Aplicativo autenticador">
          <li>
            <div>
              <p>{`Configurado em ${formatInstant(app.created_at)}`}</p>
              <p>
                {app.last_used_at === null
                  ? 'Nunca usado para entrar'
                  : `Último uso em ${formatInstant(app.last_used_at)}`}
              </p>
            </div>
            <Button
              variant="default"
              className={dangerOutlined}
              size="xs"
              aria-label="Remover: Aplicativo autenticador"
              onClick={() => remove.start()}
            >
              Remover
            </Button>
          </li>
        </ul>
      )}
      <ListNote>{app === null && !options && 'Nenhum aplicativo configurado.'}</ListNote>
    </AccountSection>
  )
}
