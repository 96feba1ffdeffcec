import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { dayAfter } from '../../contract/days.ts'
import { prepare } from '../api/api-request.ts'
import { queriesOf } from '../api/query-of.ts'
import { today } from '../api/server-clock.ts'
import { previewCall } from '../confirm-identity/call-with-preview.ts'
import { callConfirmedAll } from '../confirm-identity/confirm-identity.ts'
import { showRefusal } from '../form/show-refusal.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { dayIn, periodConsequence, takesPeriod } from '../assignment-periods/assignment-period.ts'
import { assignmentLabel, periodChanges, periodRow, type AssignedProfile } from './change-period.ts'
import { describeEffectOnUser } from './describe-effect-on-user.ts'
import { userProfileRefusals } from './user-profile-refusals.ts'

/** Number of days for which an unused assignment stays, so that its holder can object. */
const graceDays = 15

interface UnusedActionsProps {
  userName: string
  /** Unused assignments of one profile. */
  rows: readonly AssignedProfile[]
  /** Whether the signed-in user may also give profiles, which a new end requires. */
  gives: boolean
}

/** Buttons that remove unused assignments, at once or in 15 days. */
export function UnusedActions({ userName, rows, gives }: UnusedActionsProps) {
  const queries = useQueryClient()
  const onDone = () => {
    for (const read of ['userProfileGet', 'userProfileOffers', 'userProfileWhy'] as const)
      void queries.invalidateQueries(queriesOf(read))
  }
  const name = rows[0]?.profile.name ?? ''
  const remove = useRecordAction({
    write: () => removeAll(userName, rows),
    done: 'Perfil retirado com sucesso!',
    onDone,
    showProblem: (problem) => showRefusal(problem, userProfileRefusals(problem.code, false)),
  })
  const end = useRecordAction({
    write: () => endAll(userName, rows),
    done: 'Prazo atualizado com sucesso!',
    onDone,
    showProblem: (problem) => showRefusal(problem, userProfileRefusals(problem.code, true)),
  })
  const endsEarlier = rows.some(
    ({ end_date }) => end_date !== null && dayIn(end_date) <= graceEnd(),
  )
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Retirar ${name}`}
        loading={remove.busy}
        onClick={() => remove.start()}
      >
        Retirar
      </Button>
      {gives && rows.every(takesPeriod) && !endsEarlier && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Encerrar em ${graceDays} dias: ${name}`}
          loading={end.busy}
          onClick={() => end.start()}
        >
          {`Encerrar em ${graceDays} dias`}
        </Button>
      )}
    </>
  )
}

const graceEnd = (): string => dayAfter(today(), graceDays)

async function removeAll(userName: string, rows: readonly AssignedProfile[]) {
  const body = rows.map(({ user_id, profile_id, company_id, spid }) => ({
    user_id,
    profile_id,
    company_id,
    spid,
  }))
  const prepared = prepare('userProfileRemove', { body })
  const { consequence } = describeEffectOnUser(await previewCall(prepared))
  const describe = `Retirar de ${userName}: ${rows.map(assignmentLabel).join('; ')}`
  return callConfirmedAll({ describe, consequence, danger: true }, [prepared])
}

async function endAll(userName: string, rows: readonly AssignedProfile[]) {
  const period = { begin_date: '', end_date: graceEnd(), reason: '', endless: false }
  const body = rows.map((each) => periodRow(each, period))
  const prepared = prepare('userProfileAdd', { body })
  const { consequence, danger } = describeEffectOnUser(await previewCall(prepared))
  const described = {
    describe: `Encerrar em ${graceDays} dias: ${rows[0]?.profile.name ?? ''} de ${userName}`,
    changes: periodChanges(rows, period),
    consequence: [consequence, periodConsequence(body)].filter(Boolean).join(' '),
    danger,
  }
  return callConfirmedAll(described, [prepared])
}
