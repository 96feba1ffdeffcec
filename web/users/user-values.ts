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
  }
}

export type UserValues = ReturnType<typeof userValues>

/** What stands beside the fields of a person. */
export const userLabels = {
  name: 'Nome',
  email: 'E-mail',
  phone_number: 'Telefone',
  code: 'Código',
  company_id: { label: 'Empresas', one: 'empresa', many: 'empresas' },
}

const someCompany = z.array(id).min(1, 'Selecione pelo menos uma empresa!')

/** What is checked of a new person: of the contract, and that somebody invites (console.md §5). */
export const newUser = users.userCreate.body.extend({ company_id: someCompany })

/** What is checked of a person: of the contract, and the companies where they can be chosen (console.md §5). */
export const changedUser = users.userUpdate.body.extend({ company_id: someCompany.optional() })

const idsOf = (companies: readonly { id: number }[] = []): readonly string[] =>
  companies.map((company) => String(company.id))
