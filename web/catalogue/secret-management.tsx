import { Button, Skeleton } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { liveSecretsMax, type ModuleSecrets } from '../../contract/module-secrets.ts'
import { toModuleList } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { Page } from '../ui/page.tsx'
import { LiveSecrets } from './live-secrets.tsx'
import { SecretField } from './secret-field.tsx'
import classes from './secret-management.module.css'

/** Screen that shows and rotates a module's secrets, which it uses to exchange codes (console.md §2). */
export default function SecretManagement(): ReactElement {
  const { moduleId = 0, serviceId = 0 } = useSearch({ from: '/secret-management' })
  const params = { id: String(moduleId) }
  const allows = useAllowedActions('/secret-management')
  const { record, unreadable } = useRecord(() => call('moduleSecretGet', { params }))
  useLeaveUnreadable(unreadable, useBackToList(toModuleList(serviceId)))
  const [changed, setChanged] = useState<ModuleSecrets | null>(null)
  const module = changed ?? record

  const generate = useRecordAction({
    write: ({ name, secret }: ModuleSecrets) =>
      callConfirmed(
        {
          describe: `Gerar uma secret para o módulo ${name}`,
          ...(secret === null ? firstQuestion : secondQuestion),
        },
        'moduleSecretCreate',
        { params },
      ),
    done: 'Secret gerada com sucesso!',
    onDone: setChanged,
  })

  return (
    <Page
      width="narrow"
      title="Gerenciamento de secret"
      subject={module ? `Módulo: ${module.name}` : null}
      actions={
        <ButtonLink {...toModuleList(serviceId)} variant="default">
          Voltar
        </ButtonLink>
      }
    >
      <div className={classes['card']} aria-busy={!module || generate.busy}>
        {!module && <Skeleton height={36} />}
        {module?.secret === null && (
          <div className={classes['none']}>
            <p>Ainda não há secret cadastrada para este módulo.</p>
            {allows('create') && (
              <Button loading={generate.busy} onClick={() => generate.start(module)}>
                Gerar Secret
              </Button>
            )}
          </div>
        )}
        {module && module.secret !== null && <SecretField secret={module.secret} />}
      </div>
      {module && module.secrets.length > 0 && (
        <LiveSecrets
          moduleId={moduleId}
          module={module}
          mayRetire={allows('delete')}
          onChanged={setChanged}
          rotate={
            allows('create') &&
            module.secrets.length < liveSecretsMax && (
              <Button
                variant="default"
                loading={generate.busy}
                onClick={() => generate.start(module)}
              >
                Gerar nova secret
              </Button>
            )
          }
        />
      )}
    </Page>
  )
}

const firstQuestion = { question: 'Deseja gerar uma secret para o módulo?' }
const secondQuestion = {
  question: 'Deseja gerar uma segunda secret para o módulo?',
  consequence: 'A atual continua valendo até ser retirada.',
}
