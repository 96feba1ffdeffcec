import { Button, Skeleton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { liveSecretsMax, type ModuleSecrets } from '../../contract/module-secrets.ts'
import { toModuleList } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { tellProblem } from '../form/tell-problem.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { confirmAction } from '../ui/confirm-action.ts'
import { notify } from '../ui/notify.ts'
import { LiveSecrets } from './live-secrets.tsx'
import { SecretField } from './secret-field.tsx'
import classes from './secret-management.module.css'

/** The secrets with which a module exchanges codes, to read and to rotate (console.md §2). */
export default function SecretManagement(): ReactElement {
  const { moduleId = 0, serviceId = 0 } = useSearch({ from: '/secret-management' })
  const params = { id: String(moduleId) }
  const allows = useAllowedActions('/secret-management')
  const { record, unreadable } = useRecord(() => call('moduleSecretGet', { params }))
  useLeaveUnreadable(unreadable, useBackToList(toModuleList(serviceId)))
  const [changed, setChanged] = useState<ModuleSecrets | null>(null)
  const module = changed ?? record

  const generate = useMutation({
    mutationFn: (name: string) =>
      callConfirmed(`Gerar uma secret para o módulo ${name}`, 'moduleSecretCreate', { params }),
    onSuccess: (answer) => {
      setChanged(answer)
      notify.success('Secret gerada com sucesso!')
    },
    onError: tellProblem,
  })
  const ask = async (question: string, { name }: ModuleSecrets) => {
    if (await confirmAction(question)) generate.mutate(name)
  }

  return (
    <section className={classes['page']} aria-labelledby="titulo">
      <header className={classes['header']}>
        <div>
          <h1 id="titulo">Gerenciamento de secret</h1>
          {module && <p>{`Módulo: ${module.name}`}</p>}
        </div>
        <ButtonLink {...toModuleList(serviceId)} variant="default">
          Voltar
        </ButtonLink>
      </header>
      <div className={classes['card']} aria-busy={!module || generate.isPending}>
        {!module && <Skeleton height={36} />}
        {module?.secret === null && (
          <div className={classes['none']}>
            <p>Ainda não há secret cadastrada para este módulo.</p>
            {allows('create') && (
              <Button
                loading={generate.isPending}
                onClick={() => void ask('Deseja gerar uma secret para o módulo?', module)}
              >
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
                loading={generate.isPending}
                onClick={() => void ask(secondSecret, module)}
              >
                Gerar nova secret
              </Button>
            )
          }
        />
      )}
    </section>
  )
}

const secondSecret =
  'Deseja gerar uma segunda secret para o módulo? A atual continua valendo até ser retirada.'
