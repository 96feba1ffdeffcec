import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { formatInstant } from '../../contract/shown.ts'
import { call } from '../api/api-client.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { recoveryEffect, recoveryNames, recoveryOrigin } from '../links/recovery-text.ts'
import { showAccountRefusal } from './account-refusal.ts'
import { AccountSection } from './account-section.tsx'
import classes from './my-account.module.css'

type Pending = SuccessOf<Api['recoveryList']>['recoveries'][number]

/**
 * The user's own pending recoveries and freeze (decision 96). Shown only if there is something, so that an attack is
 * noticed. `onFocusLost` is called when the focused button disappears.
 */
export function PendingSection({ onFocusLost }: { onFocusLost: () => void }) {
  const { data } = useQuery(queryOf('recoveryList'))
  const queries = useQueryClient()
  const readAgain = () => {
    for (const operation of ['recoveryList', 'passkeyList', 'factorList'] as const)
      void queries.invalidateQueries(queriesOf(operation))
    onFocusLost()
  }
  const cancel = useRecordAction({
    write: ({ id }: Pending) => call('recoveryCancel', { params: { id: String(id) } }),
    done: 'Recuperação cancelada.',
    onDone: readAgain,
    onRefused: readAgain,
  })
  const approve = useRecordAction({
    write: ({ id }: Pending) =>
      callConfirmed(
        {
          describe: 'Aprovar a recuperação da sua conta',
          consequence: 'Ela passa a valer sem outra prova.',
        },
        'recoveryApprove',
        { params: { id: String(id) } },
      ),
    done: 'Recuperação aprovada.',
    showProblem: showAccountRefusal,
    onDone: readAgain,
    onRefused: readAgain,
  })
  const unfreeze = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: 'Liberar a recuperação da sua conta',
          consequence: 'Novas recuperações podem ser iniciadas imediatamente.',
        },
        'recoveryUnfreeze',
      ),
    done: 'Recuperação liberada.',
    showProblem: showAccountRefusal,
    onDone: readAgain,
    onRefused: readAgain,
  })
  if (!data || (data.recoveries.length === 0 && data.frozen_until === null)) return null
  return (
    <AccountSection
      id="recuperacoes"
      title="Recuperação da conta"
      lead="Se não foi você quem pediu, cancele e troque a sua senha."
      busy={false}
    >
      <ul className={classes['rows']} aria-label="Recuperação da conta">
        {data.recoveries.map((one) => (
          <li key={one.id}>
            <div>
              <p>{recoveryNames[one.kind]}</p>
              <p>{`${recoveryOrigin(one)} ${recoveryEffect(one)}`}</p>
            </div>
            <div className={classes['buttons']}>
              <Button variant="default" size="xs" onClick={() => cancel.start(one)}>
                Cancelar
              </Button>
              {one.may_approve && (
                <Button size="xs" onClick={() => approve.start(one)}>
                  Fui eu
                </Button>
              )}
            </div>
          </li>
        ))}
        {data.frozen_until !== null && (
          <li>
            <div>
              <p>Recuperações suspensas</p>
              <p>{`Até ${formatInstant(data.frozen_until)}, porque você avisou que não reconhecia um acesso ou uma mudança.`}</p>
            </div>
            <Button variant="default" size="xs" onClick={() => unfreeze.start()}>
              Liberar
            </Button>
          </li>
        )}
      </ul>
    </AccountSection>
  )
}
