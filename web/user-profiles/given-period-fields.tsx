import {
  takesPeriod,
  type PeriodErrors,
  type PeriodValues,
} from '../assignment-periods/assignment-period.ts'
import { PeriodFields } from '../assignment-periods/period-fields.tsx'
import { termOfGiven, type differencesOf, type GivenPeriod } from './user-profile-choice.ts'

interface GivenPeriodFieldsProps {
  differences: ReturnType<typeof differencesOf>
  period: GivenPeriod & {
    errors: PeriodErrors
    set: (change: Partial<PeriodValues>) => void
  }
}

/** Period of what a save gives, below the table. Always shown, so that nothing moves while the selection changes. */
export function GivenPeriodFields({ differences, period }: GivenPeriodFieldsProps) {
  const given = differences.filter((each) => each.given.length > 0).map(({ row }) => row.id)
  const withoutPeriod = given.filter((id) => !takesPeriod({ profile_id: id })).length
  const daysMax = termOfGiven(differences, period.copied)
  return (
    <PeriodFields
      values={period.values}
      errors={period.errors}
      onChange={period.set}
      daysMax={daysMax}
      days={given.length > 0 && withoutPeriod === given.length ? 'none' : 'both'}
    >
      <p>
        Vale para os perfis que você der ao salvar.{' '}
        {daysMax === null
          ? 'Sem datas, eles valem já e não terminam.'
          : 'Sem data de início, eles valem já.'}
        {withoutPeriod > 0 && ' O perfil de administrador é dado sem prazo.'}
      </p>
    </PeriodFields>
  )
}
