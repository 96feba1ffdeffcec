import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserWithProfiles } from '../../contract/user-profiles.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { givenProfiles, optionFor, optionsOf, profileOf } from './profile-options.ts'
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
  const { data } = useQuery(queryOf('userProfileOffers', { params: { id: String(id) }, query: {} }))
  const give = useRecordAction({
    write: () =>
      callConfirmed(
        { describe: `Dar perfis a ${name}`, changes: givenProfiles(data, chosen) },
        'userProfileAdd',
        { body: chosen.map((value) => ({ ...profileOf(value), user_id: id })) },
      ),
    done: 'Perfis atualizados com sucesso!',
    onDone: () => {
      setChosen([])
      for (const operation of ['userProfileGet', 'userProfileOffers', 'userProfileWhy'] as const)
        void client.invalidateQueries(queriesOf(operation))
    },
  })
  if (!data) return null
  const held = new Set(
    assigned.map(({ profile_id, company_id, spid }) => optionFor(profile_id, company_id, spid)),
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
      <Button
        loading={give.busy}
        onClick={() => (chosen.length === 0 ? setMissing(true) : give.start())}
      >
        Dar perfil
      </Button>
    </div>
  )
}
