import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { call } from '../api/api-client.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { HistoryLink } from '../links/history-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toTokenManagement, toUserEditProfile, toUserList } from '../paths.ts'
import { toOption } from '../ui/to-option.ts'
import { useCompanyChoices } from '../form/use-company-choices.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { FormPage } from '../ui/form-page.tsx'
import { AccountPanels } from './account-panels.tsx'
import { saveUser } from './save-user.ts'
import { useHidesCompanies } from './use-own-company.ts'
import { UserButtons } from './user-buttons.tsx'
import { UserFields } from './user-fields.tsx'
import { UserNote } from './user-note.tsx'
import { userRefusals } from './user-refusals.ts'
import { statusOf } from './user-status.tsx'
import {
  boundCompanyChange,
  clearUnselectedBoundCompany,
  boundToNone,
  changedUser,
  userLabels,
  userValues,
  type User,
} from './user-values.ts'

/**
 * Form that updates a user's name, contact data and companies, with the panels for other actions on the account
 * (console.md §2).
 */
export default function UserEdit(): ReactElement {
  const { id = 0 } = useSearch({ from: '/user-edit' })
  const params = { id: String(id) }
  const updates = useAllowedActions('/user-edit')('update')
  const hidesCompanies = useHidesCompanies()
  const companies = useCompanyChoices()
  const form = useRecordForm({
    list: toUserList,
    read: async (): Promise<User> => {
      const [user, of] = await Promise.all([
        call('userGet', { params }),
        call('companyListOfUser', { params }),
      ])
      return { ...user, ...of }
    },
    values: userValues,
    labels: userLabels,
    choices: (user) => ({
      company_id: companies.withOwn(user?.companies ?? []),
      // A company added in the same save is linked by a parallel call, possibly after this one.
      accredit_id: [boundToNone, ...(user?.companies.map(toOption) ?? [])],
    }),
    schema: changedUser,
    normal: clearUnselectedBoundCompany,
    body: ({ company_id, email, accredit_id, ...values }, user) => ({
      id,
      ...values,
      ...boundCompanyChange(accredit_id, user),
      ...(correctable(user) && { email }),
      version: user?.version,
      ...(!hidesCompanies && { company_id: company_id.map(Number) }),
    }),
    save: async (body, difference, user) => {
      if (user) await saveUser(user, body, difference)
    },
    saved: 'Usuário atualizado com sucesso!',
    refusals: userRefusals('Erro ao atualizar usuário!'),
  })
  const { record: user } = form
  const { onSave, ...page } = form.page
  const deleted = user?.status === 0
  const changes = updates && !deleted && user?.account_wide !== false
  return (
    <>
      <FormPage
        title="Edição de usuário"
        subject={user && `Usuário: ${user.name}`}
        actions={
          user && (
            <>
              <RelatedLink {...toUserEditProfile(id)}>Perfis</RelatedLink>
              {statusOf(user) === 2 && <RelatedLink {...toTokenManagement(id)}>Tokens</RelatedLink>}
              <HistoryLink of="user" id={id} />
              <UserButtons user={user} />
            </>
          )
        }
        {...page}
        {...(changes && onSave && { onSave })}
      >
        {user && <UserNote user={user} />}
        <UserFields
          form={form}
          companies={hidesCompanies ? undefined : companies}
          disabled={!changes}
          emailHint={
            correctable(user)
              ? 'Pode ser corrigido até o primeiro acesso: o convite vai para o novo e-mail.'
              : undefined
          }
        />
      </FormPage>
      {user && <AccountPanels user={user} />}
    </>
  )
}

/** Returns whether the signed-in user can still correct the e-mail. */
const correctable = (user: User | undefined): boolean =>
  Boolean(user?.invitation) && user?.beyond_own === false
