import { Button, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { formatInstant } from '../../contract/shown.ts'
import { call } from '../api/api-client.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { recoveryEffect, recoveryNames, recoveryOrigin } from '../links/recovery-text.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useSession } from '../session-state/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { dangerFilled, dangerOutlined } from '../ui/danger.ts'
import { UserPanel } from './user-panel.tsx'
import type { User } from './user-values.ts'
import classes from './recovery-panel.module.css'

type Pending = SuccessOf<Api['recoveryListOfUser']>['recoveries'][number]

/** Pending recoveries of a user, with their approval and cancellation, and the removal of lost factors (decision 96). */
export function RecoveryPanel({ user }: { user: User }) {
  const { id, name, federated, account_wide } = user
  const params = { userId: String(id) }
  const allows = useAllowedActions('/user-edit')
  const queries = useQueryClient()
  const own = useSession().userData?.user.id === id
  const [removing, setRemoving] = useState(false)
  const query = useQuery({ ...queryOf('recoveryListOfUser', { params }), enabled: !federated })
  const readAgain = () => {
    for (const operation of ['recoveryListOfUser', 'factorListOfUser'] as const)
      void queries.invalidateQueries(queriesOf(operation))
  }
  const approve = useRecordAction({
    write: ({ id: recovery, kind }: Pending) =>
      callConfirmed(
        {
          describe: `Aprovar a recuperação da conta de ${name}`,
          consequence: consequences[kind],
          danger: kind === 'factors',
        },
        'recoveryApproveOfUser',
        { params: { ...params, id: String(recovery) } },
      ),
    done: 'Recuperação aprovada.',
    onDone: readAgain,
    onRefused: readAgain,
  })
  const cancel = useRecordAction({
    question: 'Deseja realmente cancelar esta recuperação?',
    write: ({ id: recovery }: Pending) =>
      call('recoveryCancelOfUser', { params: { ...params, id: String(recovery) } }),
    done: 'Recuperação cancelada.',
    onDone: readAgain,
    onRefused: readAgain,
  })
  const unfreeze = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: `Liberar a recuperação da conta de ${name}`,
          consequence: 'Novas recuperações desta conta podem ser iniciadas imediatamente.',
        },
        'recoveryUnfreezeOfUser',
        { params },
      ),
    done: 'Recuperação liberada.',
    onDone: readAgain,
    onRefused: readAgain,
  })
  const may = account_wide && allows('reset-password') && !own
  const { recoveries = [], frozen_until: frozenUntil = null } = query.data ?? {}
  const removal = recoveries.some(({ kind }) => kind === 'factors')
  if (federated) return null
  return (
    <UserPanel
      id="recuperacoes"
      title="Recuperações"
      lead="Recuperações da conta que esperam uma segunda prova, uma aprovação ou o fim da espera."
      loading={query.isPending}
      onRetry={query.isError ? () => void query.refetch() : undefined}
      action={
        may &&
        query.data &&
        !removal &&
        frozenUntil === null && (
          <Button variant="default" className={dangerOutlined} onClick={() => setRemoving(true)}>
            Remover segundo fator
          </Button>
        )
      }
    >
      {frozenUntil !== null && (
        <div className={classes['row']}>
          <p>{`Recuperações suspensas até ${formatInstant(frozenUntil)}: a pessoa avisou que não reconhece um acesso ou uma mudança.`}</p>
          {may && (
            <Button variant="default" size="xs" onClick={() => unfreeze.start()}>
              Liberar
            </Button>
          )}
        </div>
      )}
      {recoveries.length === 0 && frozenUntil === null && <p>Nenhuma recuperação em espera.</p>}
      {recoveries.length > 0 && (
        <ul className={classes['rows']} aria-label="Recuperações em espera">
          {recoveries.map((one) => (
            <li key={one.id} className={classes['row']}>
              <div>
                <p className={classes['name']}>{recoveryNames[one.kind]}</p>
                <p>{`${recoveryOrigin(one)} ${recoveryEffect(one)}`}</p>
                {one.reason !== null && <p>{`Motivo: ${one.reason}`}</p>}
              </div>
              {may && (
                <div className={classes['actions']}>
                  <Button variant="default" size="xs" onClick={() => cancel.start(one)}>
                    Cancelar
                  </Button>
                  {one.may_approve && (
                    <Button size="xs" onClick={() => approve.start(one)}>
                      Aprovar
                    </Button>
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {removing && query.data && (
        <RemoveFactors
          user={user}
          waitHours={query.data.wait_hours}
          onClose={() => setRemoving(false)}
          onDone={() => {
            setRemoving(false)
            readAgain()
          }}
        />
      )}
    </UserPanel>
  )
}

const consequences: Readonly<Record<Pending['kind'], string>> = {
  password: 'A senha temporária enviada ao e-mail da pessoa passa a bastar para criar uma nova.',
  factors: 'As chaves de acesso, o aplicativo e os códigos são removidos imediatamente.',
}

/** Dialog for the reason of a removal, which another person then approves. */
function RemoveFactors({
  user: { id, name },
  waitHours,
  onClose,
  onDone,
}: {
  user: User
  waitHours: number
  onClose: () => void
  onDone: () => void
}) {
  const [reason, setReason] = useState('')
  const [mistake, setMistake] = useState<string>()
  const start = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: `Iniciar a remoção do segundo fator de ${name}`,
          consequence:
            'A remoção vale quando outra pessoa aprovar, ou depois da espera, em que a pessoa pode cancelar.',
          danger: true,
        },
        'recoveryStartOfUser',
        { params: { userId: String(id) }, body: { reason: reason.trim() } },
      ),
    done: 'Remoção iniciada. A pessoa foi avisada.',
    onDone,
  })
  return (
    <Dialog opened onClose={onClose} size="sm" title="Remover segundo fator">
      <p>
        Para quem perdeu o dispositivo. As chaves de acesso, o aplicativo autenticador e os códigos
        de recuperação de <strong>{name}</strong> são removidos quando outra pessoa aprovar, ou
        depois de {waitHours} horas, em que {name} e quem administra a empresa podem cancelar.
      </p>
      <Textarea
        label="Motivo"
        data-autofocus
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        error={mistake}
        onChange={(event) => {
          setMistake(undefined)
          setReason(event.currentTarget.value)
        }}
      />
      <Button
        fullWidth
        mt="md"
        className={dangerFilled}
        loading={start.busy}
        onClick={() => (reason.trim() === '' ? setMistake('Informe o motivo.') : start.start())}
      >
        Iniciar remoção
      </Button>
    </Dialog>
  )
}
