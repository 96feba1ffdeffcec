import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { foldEmail } from '../../contract/email-shape.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useLeaveUnreadable } from '../form/use-record.ts'
import { useRecordForm, type RecordForm } from '../form/use-record-form.ts'
import type { NewRows } from '../list/created.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { toUserList } from '../paths.ts'
import { useCompanyChoices } from '../form/use-company-choices.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { FormPage } from '../ui/form-page.tsx'
import { userCreated } from './created-user-note.tsx'
import {
  noPeriod,
  periodConsequence,
  periodLabels,
  refusedDays,
} from '../assignment-periods/assignment-period.ts'
import { givenProfiles, givenRows, offersOf, profileOf } from './profile-options.ts'
import { NewUserProfiles } from './new-user-profiles.tsx'
import { UserFields } from './user-fields.tsx'
import { useOwnCompany } from './use-own-company.ts'
import {
  clearUnselectedBoundCompany,
  boundToNone,
  newUserWithPeriod,
  userLabels,
  userValues,
  type User,
  type NewUserValues,
} from './user-values.ts'

const failure =
  'Erro ao cadastrar usuário! Caso tenha utilizado um email com cadastro, tente novamente com outro email.'

/** Form that creates a user, who is invited by e-mail (console.md §2; decision 29). */
export default function UserCreate(): ReactElement {
  const own = useOwnCompany()
  const companies = useCompanyChoices()
  const gives = useAllowedActions('/user-edit-profile')('update')
  const client = useQueryClient()
  useLeaveUnreadable(companies.unreadable, useBackToList(toUserList()), {
    unreadable: 'Erro inesperado!',
  })
  const form: RecordForm<User, NewUserValues> = useRecordForm<
    User,
    NewUserValues,
    typeof newUserWithPeriod,
    NewRows
  >({
    list: toUserList,
    read: null,
    values: (none) => ({
      ...userValues(none, own ? [String(own.id)] : []),
      profiles: [],
      ...noPeriod,
    }),
    labels: { ...userLabels, profiles: 'Perfis', ...periodLabels },
    choices: () => {
      const offered = companies.withOwn(own ? [own] : [])
      return { company_id: offered, accredit_id: [boundToNone, ...offered] }
    },
    schema: newUserWithPeriod,
    normal: ({ profiles, ...values }) => ({
      ...clearUnselectedBoundCompany(values),
      profiles: profiles.filter((value) =>
        values.company_id.includes(String(profileOf(value).company_id)),
      ),
    }),
    body: ({ accredit_id, profiles, begin_date, end_date, reason, ...values }) => ({
      ...values,
      company_id: values.company_id.map(Number),
      ...(profiles.length > 0 && {
        profiles: givenRows(profiles, { begin_date, end_date, reason }),
      }),
      ...(accredit_id !== '' && { accredit_id: Number(accredit_id) }),
    }),
    save: async (body) => {
      await callConfirmed(
        {
          describe: `Cadastrar o usuário ${body.name}`,
          changes: givenProfiles(
            client.getQueryData(offersOf(form.values.company_id).queryKey),
            form.values.profiles,
          ),
          consequence: [
            `O convite para o primeiro acesso é enviado para ${body.email}.`,
            periodConsequence(body.profiles ?? []),
          ]
            .filter(Boolean)
            .join(' '),
        },
        'userCreate',
        { body },
      )
      return {
        ids: [],
        name: body.name,
        email: foldEmail(body.email).toLowerCase(),
        // Without a profile, the list offers to give one.
        ...(body.profiles && { complete: true }),
      }
    },
    refusedFields: (fields) => {
      const days = refusedDays(fields)
      return Object.keys(days).length > 0 ? days : fields
    },
    created: (user) => user,
    saved: userCreated,
    refusals: {
      failure,
      reasons: ['too-many-requests', 'company-not-found'],
      fields: {
        'user-email-in-use': 'email',
        'company-not-found': 'company_id',
        'profile-not-found': 'profiles',
        'profile-deleted': 'profiles',
        'profile-beyond-own': 'profiles',
        'spid-not-found': 'profiles',
        'profile-takes-no-period': 'profiles',
        'seat-limit-exceeded': 'profiles',
      },
    },
  })
  return (
    <FormPage title="Cadastro de usuário" {...form.page}>
      <UserFields form={form} companies={companies} emailHint="O convite vai para este e-mail." />
      {gives && <NewUserProfiles form={form} />}
    </FormPage>
  )
}
