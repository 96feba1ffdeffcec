import { MultiSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { today } from '../api/server-clock.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordForm, type RecordForm } from '../form/use-record-form.ts'
import { maxOptions, SearchSelect, type Option } from '../list/search-select.tsx'
import { toHome } from '../paths.ts'
import { useSession } from '../session-state/session.ts'
import { FormPage } from '../ui/form-page.tsx'
import {
  alreadyDelegated,
  delegationBody,
  delegationLabels,
  delegationSchema,
  delegationValues,
  type DelegationValues,
} from './delegation-values.ts'
import { NoMasterProfile } from './no-master-profile.tsx'
import { periodInWords } from './period-in-words.ts'
import type { Delegable } from './use-delegable.ts'
import type { Delegated } from './use-delegated.ts'

interface DelegationFormProps {
  companyId: number
  company: string
  /** Undefined while it loads. */
  delegable: Delegable | undefined
  /** Existing delegations; undefined while they load. */
  delegated: readonly Delegated[] | undefined
  onCreated: () => void
}

/** Form that delegates profiles to a user for a period. */
export function DelegationForm(props: DelegationFormProps) {
  const { companyId, company, delegable, delegated = [], onCreated } = props
  const queries = useQueryClient()
  const { userData } = useSession()
  const [person, setPerson] = useState<Option | null>(null)
  const form: RecordForm<never, DelegationValues> = useRecordForm<
    never,
    DelegationValues,
    ReturnType<typeof delegationSchema>
  >({
    list: toHome,
    read: null,
    values: () => delegationValues(delegable),
    labels: delegationLabels,
    choices: () => ({
      profiles: (delegable?.profiles ?? []).map(({ id, name }) => ({
        value: String(id),
        label: name,
      })),
    }),
    schema: delegationSchema(delegated),
    body: (values) => delegationBody(values, companyId),
    save: async (body) => {
      try {
        await callConfirmed(
          {
            describe: `Delegar o papel de usuário master de ${company} para ${person?.name ?? ''}`,
            consequence: periodInWords(body),
          },
          'delegationCreate',
          { body },
        )
      } finally {
        // Reload the delegations also after a refusal, because another user may have created one.
        void queries.invalidateQueries(queriesOf('companyTemporaryMasters'))
      }
      onCreated()
    },
    saved: 'Delegação realizada com sucesso!',
    refusals: {
      failure: 'Erro ao realizar a delegação.',
      sentences: {
        'delegation-duplicate': alreadyDelegated,
        'delegation-exceeded': 'Limite de delegações para essa empresa atingido.',
      },
      reasons: ['user-not-found', 'user-not-active', 'profile-not-found', 'too-many-requests'],
    },
  })
  // Shows a known refusal before the identity confirmation. The server checks it again.
  const refusal = delegable && refusalOf(delegable, delegated.length)
  const lacksProfile = delegable?.profiles.length === 0
  const { onSave, loading, ...page } = form.page
  return (
    <FormPage
      title="Delegação de usuário master"
      subject={company}
      loading={loading || delegable === undefined}
      {...page}
      {...(onSave && !lacksProfile && refusal === undefined && { onSave })}
    >
      {lacksProfile ? (
        <NoMasterProfile companyId={companyId} masters={delegable.masters} />
      ) : refusal !== undefined ? (
        <p data-wide>{refusal}</p>
      ) : (
        <>
          <SearchSelect
            label="Usuário"
            placeholder="Buscar por nome ou e-mail"
            required
            clearable
            find={(search) =>
              queryOf('companyUserList', {
                params: { companyId: String(companyId) },
                query: { search, status: '1', take: maxOptions },
              })
            }
            optionsIn={({ rows }) =>
              rows
                .filter(({ id, suspended }) => !suspended && id !== userData?.user.id)
                .map(({ id, name, email }) => ({ id, name: `${name} (${email})` }))
            }
            value={person}
            onChoose={(chosen) => {
              setPerson(chosen)
              form.set({ user_id: chosen ? String(chosen.id) : '' })
            }}
            error={form.errors.user_id}
          />
          <MultiSelect required {...form.several('profiles')} />
          <TextInput type="date" required {...form.text('begin_date')} min={today()} />
          <TextInput
            type="date"
            {...form.text('end_date')}
            label="Data de fim (opcional)"
            min={form.values.begin_date || today()}
          />
        </>
      )}
    </FormPage>
  )
}

/** Returns the reason why the company cannot have another delegation, or undefined. */
function refusalOf({ limit }: Delegable, count: number): string | undefined {
  if (count < limit) return undefined
  return limit === 1
    ? 'A empresa já tem a única delegação que pode ter ao mesmo tempo. Remova-a, ou espere o seu fim, para fazer outra.'
    : `A empresa já tem as ${limit} delegações que pode ter ao mesmo tempo. Remova uma, ou espere o fim de uma delas, para fazer outra.`
}
