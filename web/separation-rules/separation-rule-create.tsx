import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type SeparationKind,
  separationKinds,
  separationRules,
} from '../../contract/separation-rules.ts'
import { queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { newRow } from '../list/created.ts'
import { maxOptions, SearchSelect, type Option } from '../list/search-select.tsx'
import { toListOf } from '../paths.ts'
import { FormPage } from '../ui/form-page.tsx'
import { newRuleRefusals } from './separation-rule-values.ts'

const kinds = Object.entries(separationKinds).map(([value, label]) => ({ value, label }))

const labelsOf: Readonly<Record<SeparationKind, { first: string; second: string }>> = {
  profiles: { first: 'Primeiro perfil', second: 'Segundo perfil' },
  functions: { first: 'Primeira função', second: 'Segunda função' },
}

/** Selects of profiles and of functions: the server searches, and each option names its module. */
const few = (search: string) => ({ query: { search: search || undefined, take: maxOptions } })
const finders = {
  profiles: (search: string) => queryOf('profileList', few(search)),
  functions: (search: string) => queryOf('functionList', few(search)),
} as const

interface Found {
  rows: readonly { id: number; name: string; module: { name: string } }[]
}
const optionsIn = ({ rows }: Found): Option[] =>
  rows.map(({ id, name, module }) => ({ id, name: `${name} (${module.name})` }))

/** Form that creates a rule (decision 102). */
export function SeparationRuleCreate() {
  const [pair, setPair] = useState<Record<'first_id' | 'second_id', Option | null>>({
    first_id: null,
    second_id: null,
  })
  const form = useRecordForm({
    list: () => toListOf('separation-rule'),
    read: null,
    values: () => ({ name: '', kind: 'profiles', first_id: '', second_id: '' }),
    labels: { name: 'Nome', kind: 'Regra sobre', first_id: 'Primeiro', second_id: 'Segundo' },
    schema: separationRules.separationRuleCreate.body,
    body: ({ name, kind, first_id, second_id }) => ({
      name,
      kind: kind as SeparationKind,
      first_id: Number(first_id),
      second_id: Number(second_id),
    }),
    save: (body) =>
      callConfirmed(
        `Cadastrar a regra ${body.name}: ${pair.first_id?.name} e ${pair.second_id?.name} não podem ser da mesma pessoa`,
        'separationRuleCreate',
        { body },
      ),
    created: newRow,
    saved: 'Regra cadastrada',
    refusals: newRuleRefusals,
  })
  const kind = form.values.kind as SeparationKind
  const select = (field: 'first_id' | 'second_id', label: string) => (
    <SearchSelect<Found>
      // Another kind has other options.
      key={`${kind} ${field}`}
      find={finders[kind]}
      optionsIn={optionsIn}
      label={label}
      required
      error={form.errors[field]}
      value={pair[field]}
      onChoose={(chosen) => {
        setPair({ ...pair, [field]: chosen })
        form.set({ [field]: chosen ? String(chosen.id) : '' })
      }}
    />
  )
  return (
    <FormPage title="Cadastro de Incompatibilidade" {...form.page}>
      <TextInput {...form.text('name')} />
      <NativeSelect
        required
        data={kinds}
        {...form.text('kind')}
        onChange={({ currentTarget: { value } }) => {
          setPair({ first_id: null, second_id: null })
          form.set({ kind: value, first_id: '', second_id: '' })
        }}
      />
      {select('first_id', labelsOf[kind].first)}
      {select('second_id', labelsOf[kind].second)}
    </FormPage>
  )
}
