import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserWithProfiles } from '../../contract/user-profiles.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { showRefusal } from '../form/show-refusal.ts'
import {
  daysErrors,
  hasEnded,
  noPeriod,
  periodConsequence,
  refusedDays,
  takesPeriod,
  type PeriodErrors,
} from '../assignment-periods/assignment-period.ts'
import { PeriodFields } from '../assignment-periods/period-fields.tsx'
import {
  givenProfiles,
  givenRows,
  optionFor,
  optionsOf,
  profileOf,
  termOfOptions,
} from './profile-options.ts'
import { ProfilesField } from './profiles-field.tsx'
import classes from './user-access.module.css'

interface GiveProfilesProps {
  user: { id: number; name: string }
  assigned: UserWithProfiles['user_profiles']
}

/** Search for further profiles of a user, which are given with one identity confirmation. */
export function GiveProfiles({ user: { id, name }, assigned }: GiveProfilesProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string[]>([])
  const [missing, setMissing] = useState(false)
  const [period, setPeriod] = useState(noPeriod)
  const [errors, setErrors] = useState<PeriodErrors>({})
  const { data } = useQuery(queryOf('userProfileOffers', { params: { id: String(id) }, query: {} }))
  const give = useRecordAction({
    write: () => {
      const body = givenRows(chosen, period).map((row) => ({ ...row, user_id: id }))
      return callConfirmed(
        {
          describe: `Dar perfis a ${name}`,
          changes: givenProfiles(data, chosen),
          consequence: periodConsequence(body),
        },
        'userProfileAdd',
        { body },
      )
    },
    done: 'Perfis atualizados com sucesso!',
    showProblem: (problem) => {
      const days = refusedDays(problem.fields)
      setErrors(days)
      if (Object.keys(days).length === 0) showRefusal(problem)
    },
    onDone: () => {
      setChosen([])
      setPeriod(noPeriod)
      for (const operation of ['userProfileGet', 'userProfileOffers', 'userProfileWhy'] as const)
        void client.invalidateQueries(queriesOf(operation))
    },
  })
  const daysMax = data ? termOfOptions(data, chosen) : null
  const start = () => {
    const found = daysErrors(period, { daysMax })
    setErrors(found)
    setMissing(chosen.length === 0)
    if (chosen.length > 0 && Object.keys(found).length === 0) give.start()
  }
  if (!data) return null
  const held = new Set(
    assigned
      .filter((each) => !hasEnded(each))
      .map(({ profile_id, company_id, spid }) => optionFor(profile_id, company_id, spid)),
  )
  const options = optionsOf(data).filter(({ value }) => !held.has(value))
  if (options.length === 0) return null
  return (
    <div className={classes['give']}>
      <ProfilesField
        label="Dar perfil"
        name="profiles"
        options={options}
        value={chosen}
        onChange={(values) => {
          setMissing(false)
          setChosen(values)
        }}
        error={missing && 'Selecione ao menos um perfil.'}
      />
      {chosen.length > 0 && (
        <PeriodFields
          values={period}
          errors={errors}
          daysMax={daysMax}
          days={chosen.some((value) => takesPeriod(profileOf(value))) ? 'both' : 'none'}
          onChange={(change) => {
            setErrors({})
            setPeriod({ ...period, ...change })
          }}
        />
      )}
      <Button loading={give.busy} onClick={start}>
        Dar perfil
      </Button>
    </div>
  )
}
