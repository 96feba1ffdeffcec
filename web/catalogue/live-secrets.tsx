import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ModuleSecrets } from '../../contract/module-secrets.ts'
import { formatInstant } from '../../contract/shown.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { dangerOutlined } from '../ui/danger.ts'
import classes from './secret-management.module.css'

type LiveSecret = ModuleSecrets['secrets'][number]

const columns: Column<LiveSecret>[] = [
  { header: 'Criada em', kind: 'date', cell: ({ created_at }) => formatInstant(created_at) },
  { header: 'Criada por', cell: ({ created_by }) => created_by ?? 'Sistema' },
  {
    header: 'Último uso',
    kind: 'date',
    cell: ({ last_used_at }) => (last_used_at === null ? 'Nunca' : formatInstant(last_used_at)),
  },
]

interface LiveSecretsProps {
  moduleId: number
  module: ModuleSecrets
  mayRetire: boolean
  /** Button that generates a second secret. */
  rotate: ReactNode
  onChanged: (response: ModuleSecrets) => void
}

/**
 * Table of a module's one or two live secrets. With two, the module can change secrets without interruption
 * (docs/modules.md).
 */
export function LiveSecrets({ moduleId, module, mayRetire, rotate, onChanged }: LiveSecretsProps) {
  const { name, secrets } = module
  const retire = useRecordAction({
    write: ({ id, created_at }: LiveSecret) =>
      callConfirmed(
        {
          question: 'Deseja realmente retirar esta secret?',
          describe: `Retirar a secret do módulo ${name} criada em ${formatInstant(created_at)}`,
          consequence: 'O módulo deixa de poder usá-la imediatamente.',
          danger: true,
        },
        'moduleSecretRetire',
        { params: { id: String(moduleId), secretId: String(id) } },
      ),
    done: 'Secret retirada com sucesso!',
    onDone: onChanged,
  })
  return (
    <section className={classes['live']} aria-labelledby="ativas">
      <header className={classes['liveHeader']}>
        <div>
          <h2 id="ativas">Secrets ativas</h2>
          <p>Para trocar sem parar o módulo: gere outra, passe a usá-la nele e retire a antiga.</p>
        </div>
        {rotate}
      </header>
      <DataTable
        label="Secrets ativas"
        columns={columns}
        rows={secrets}
        expectedRows={1}
        {...(mayRetire &&
          secrets.length > 1 && {
            renderActions: (secret: LiveSecret) => (
              <Button
                variant="default"
                className={dangerOutlined}
                size="xs"
                aria-label={`Retirar a secret criada em ${formatInstant(secret.created_at)}`}
                disabled={retire.busy}
                onClick={() => retire.start(secret)}
              >
                Retirar
              </Button>
            ),
          })}
      />
    </section>
  )
}
