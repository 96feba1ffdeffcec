import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { leastTerm } from '../../contract/assignment-periods.ts'
import { prepare } from '../api/api-request.ts'
import { queriesOf } from '../api/query-of.ts'
import { today } from '../api/server-clock.ts'
import { previewCall } from '../confirm-identity/call-with-preview.ts'
import { callConfirmedAll } from '../confirm-identity/confirm-identity.ts'
import { showRefusal } from '../form/show-refusal.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { DecisionButtons } from '../ui/decision-buttons.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import {
  periodConsequence,
  refusedDays,
  type PeriodErrors,
  type PeriodValues,
} from '../assignment-periods/assignment-period.ts'
import {
  assignmentLabel,
  canChangeBegin,
  keyOf,
  newPeriodErrors,
  periodChanges,
  periodRow,
  storedPeriod,
  type AssignedProfile,
} from './change-period.ts'
import { describeEffectOnUser } from './describe-effect-on-user.ts'
import { PeriodChip } from '../assignment-periods/period-chip.tsx'
import { PeriodFields } from '../assignment-periods/period-fields.tsx'
import classes from './period-modal.module.css'
import { userProfileRefusals } from './user-profile-refusals.ts'

interface PeriodModalProps {
  userName: string
  /** Assignments to choose from. All are selected at first. */
  assigned: readonly AssignedProfile[]
  onDone?: () => void
  onClose: () => void
}

/** Modal that prolongs, shortens or makes endless one or many assignments of a user, with one confirmation. */
export function PeriodModal({ userName, assigned, onDone, onClose }: PeriodModalProps) {
  const queries = useQueryClient()
  useReturnFocus()
  const [keys, setKeys] = useState<readonly string[]>(assigned.map(keyOf))
  const [period, setPeriod] = useState(() => storedPeriod(assigned))
  const [errors, setErrors] = useState<PeriodErrors>({})
  const chosen = assigned.filter((each) => keys.includes(keyOf(each)))
  const daysMax = leastTerm(chosen.map((each) => each.days_max))
  const change = (values: Partial<PeriodValues>) => {
    setErrors({})
    setPeriod((before) => ({
      ...before,
      ...values,
      ...(values.end_date !== undefined && { endless: false }),
    }))
  }
  const save = useRecordAction({
    write: async () => {
      const body = chosen.map((each) => periodRow(each, period))
      const prepared = prepare('userProfileAdd', { body })
      const { consequence, danger } = describeEffectOnUser(await previewCall(prepared))
      const what = chosen.length === 1 ? '1 perfil' : `${chosen.length} perfis`
      const described = {
        describe: `Mudar o prazo de ${what} de ${userName}`,
        changes: periodChanges(chosen, period),
        consequence: [consequence, periodConsequence(body)].filter(Boolean).join(' '),
        danger,
      }
      return callConfirmedAll(described, [prepared])
    },
    done: 'Prazo atualizado com sucesso!',
    onDone: () => {
      for (const read of ['userProfileGet', 'userProfileOffers', 'userProfileWhy'] as const)
        void queries.invalidateQueries(queriesOf(read))
      onDone?.()
      onClose()
    },
    showProblem: (problem) => {
      const days = refusedDays(problem.fields)
      setErrors(days)
      if (Object.keys(days).length === 0)
        showRefusal(problem, userProfileRefusals(problem.code, true))
    },
  })
  const submit = () => {
    const found = newPeriodErrors(chosen, period)
    setErrors(found)
    if (Object.keys(found).length === 0) save.start()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={assigned.length === 1 ? 'Prazo do perfil' : 'Prazo dos perfis'}
      size="md"
    >
      <form
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React bubbles the event from the portal to the form around this component.
          event.stopPropagation()
          if (chosen.length > 0) submit()
        }}
      >
        {assigned.length === 1 ? (
          assigned.map((each) => (
            <div key={keyOf(each)}>
              <p>{assignmentLabel(each)}</p>
              <PeriodChip period={each} />
            </div>
          ))
        ) : (
          <Checkbox.Group label="Perfis" value={[...keys]} onChange={setKeys}>
            <div className={classes['choices']}>
              {assigned.map((each) => (
                <Checkbox
                  key={keyOf(each)}
                  value={keyOf(each)}
                  label={assignmentLabel(each)}
                  description={<PeriodChip period={each} />}
                />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <PeriodFields
          legend="Novo prazo"
          values={period}
          errors={errors}
          onChange={change}
          days={chosen.length > 0 && chosen.every(canChangeBegin) ? 'both' : 'end'}
          daysMax={daysMax}
        >
          {chosen.length > 1 && <p>O motivo que ficar vazio não muda.</p>}
        </PeriodFields>
        <div className={classes['shortcuts']}>
          {daysMax === null && (
            <Checkbox
              label="Sem data de fim"
              checked={period.endless}
              onChange={({ currentTarget: { checked } }) => {
                setErrors({})
                setPeriod((before) => ({ ...before, endless: checked, end_date: '' }))
              }}
            />
          )}
          <Button size="compact-sm" variant="default" onClick={() => change({ end_date: today() })}>
            Encerrar hoje
          </Button>
        </div>
        <DecisionButtons answers={false} danger={false} onCancel={onClose}>
          <Button type="submit" loading={save.busy} disabled={chosen.length === 0}>
            Salvar prazo
          </Button>
        </DecisionButtons>
      </form>
    </Dialog>
  )
}
