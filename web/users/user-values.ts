import { z } from 'zod'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { id } from '../../contract/fields.ts'
import { users } from '../../contract/users.ts'

/** A person with their companies, as far as the signed-in person sees them. */
export type User = SuccessOf<Api['userGet']> & SuccessOf<Api['companyListOfUser']>

/** What the fields of a person hold. */
export function userValues(user: User | undefined, company_id = idsOf(user?.companies)) {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    phone_number: user?.phone_number ?? '',
    code: user?.code ?? '',
    company_id,
    accredit_id: String(
      user?.companies.find((company) => company.id === user.accredit_id)?.id ?? '',
    ),
  }
}

export type UserValues = ReturnType<typeof userValues>

/** The choice of no company to be bound to. */
export const boundToNone = { value: '', label: 'Nenhuma' }

/** A person is bound to one of the companies chosen for them: the bond goes with the company. */
export const boundAmongChosen = (values: UserValues): UserValues =>
  values.company_id.includes(values.accredit_id) ? values : { ...values, accredit_id: '' }

/** The bond as far as it differs from what was read: whoever leaves it out keeps it. */
export function bondChange(accredit_id: string, user: User | undefined) {
  return (
    accredit_id !== userValues(user).accredit_id && {
      accredit_id: accredit_id === '' ? 0 : Number(accredit_id),
    }
  )
}

/** What stands beside the fields of a person. */
export const userLabels = {
  name: 'Nome',
  email: 'E-mail',
  phone_number: 'Telefone',
  code: 'Código',
  company_id: { label: 'Empresas', one: 'empresa', many: 'empresas' },
  accredit_id: 'Empresa de vínculo',
}

const someCompany = z.array(id).min(1, 'Selecione pelo menos uma empresa!')

/** What is checked of a new person: of the contract, and that somebody invites (console.md §5). */
export const newUser = users.userCreate.body.extend({ company_id: someCompany })

/** What is checked of a person: of the contract, and the companies where they can be chosen (console.md §5). */
export const changedUser = users.userUpdate.body.extend({ company_id: someCompany.optional() })

const idsOf = (companies: readonly { id: number }[] = []): readonly string[] =>
  companies.map((company) => String(company.id))
