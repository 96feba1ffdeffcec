import { useLocation } from '@tanstack/react-router'
import { useCompanyChoices } from '../form/use-company-choices.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { toUserList, toUserRecord } from '../paths.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { FormCard } from '../ui/form-page.tsx'
import { toOption } from '../ui/to-option.ts'
import { saveUser } from './save-user.ts'
import { useHidesCompanies } from './use-own-company.ts'
import { changesUser } from './use-user-acts.ts'
import { UserFacts } from './user-facts.tsx'
import { UserFields } from './user-fields.tsx'
import { userRefusals } from './user-refusals.ts'
import {
  boundCompanyChange,
  boundToNone,
  changedUser,
  clearUnselectedBoundCompany,
  userLabels,
  userValues,
  type User,
} from './user-values.ts'

interface UserFormProps {
  user: User
  read: () => Promise<User>
}

/** Form that updates a user's name, contact data and companies (console.md §2). */
export function UserForm({ user: { id }, read }: UserFormProps) {
  const updates = useAllowedActions('/user-edit')('update')
  const hidesCompanies = useHidesCompanies()
  const companies = useCompanyChoices()
  const fromRecord = useLocation({ select: ({ state }) => state.fromRecord === true })
  const form = useRecordForm({
    kind: 'user',
    list: () => (fromRecord ? toUserRecord(id) : toUserList()),
    read,
    values: userValues,
    labels: userLabels,
    choices: (user) => ({
      company_id: companies.withOwn(user?.companies ?? []),
      // A company added in the same save is linked after this call.
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
  const { onSave, ...card } = form.page
  const changes = user !== undefined && changesUser(user, updates)
  return (
    <FormCard
      {...card}
      {...(changes && onSave && { onSave })}
      printed={user && <UserFacts user={user} />}
    >
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
    </FormCard>
  )
}

/** Returns whether the signed-in user can still correct the e-mail. */
const correctable = (user: User | undefined): boolean =>
  Boolean(user?.invitation) && user?.beyond_own === false
