import { z } from 'zod'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { id } from '../../contract/fields.ts'
import { users } from '../../contract/users.ts'
import { daysErrors, type PeriodValues } from '../assignment-periods/assignment-period.ts'

/** A user with the companies visible to the signed-in user. */
export type User = SuccessOf<Api['userGet']> & SuccessOf<Api['companyListOfUser']>

/** Form values of a user. */
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

/** Form values of a new user, with the options of the selected profiles and their period. */
export type NewUserValues = UserValues & PeriodValues & { profiles: readonly string[] }

/** The option that binds a user to no company. */
export const boundToNone = { value: '', label: 'Nenhuma' }

/** Clears the bound company if it is no longer selected. */
export const clearUnselectedBoundCompany = <Values extends UserValues>(values: Values): Values =>
  values.company_id.includes(values.accredit_id) ? values : { ...values, accredit_id: '' }

/**
 * Returns the bound company for the request body if it has changed. If it is omitted, the stored value does not change.
 */
export function boundCompanyChange(accredit_id: string, user: User | undefined) {
  return (
    accredit_id !== userValues(user).accredit_id && {
      accredit_id: accredit_id === '' ? 0 : Number(accredit_id),
    }
  )
}

/** Labels of the form fields. */
export const userLabels = {
  name: 'Nome',
  email: 'E-mail',
  phone_number: 'Telefone',
  code: 'Código',
  company_id: { label: 'Empresas', one: 'empresa', many: 'empresas' },
  accredit_id: 'Empresa de vínculo',
}

const someCompany = z.array(id).min(1, 'Selecione pelo menos uma empresa!')

/** Schema of a new user: the contract's, plus at least one company (console.md §5). */
export const newUser = users.userCreate.body.extend({ company_id: someCompany })

/** `newUser`, with the errors in the days of the profiles at the fields of the period. The server checks maximum terms. */
export const newUserWithPeriod = newUser.superRefine(({ profiles }, context) => {
  for (const profile of profiles)
    for (const [field, message] of Object.entries(daysErrors(profile, { daysMax: null })))
      context.addIssue({ code: 'custom', path: [field], message })
})

/** Schema of a changed user: the contract's, plus at least one company if companies can be selected (console.md §5). */
export const changedUser = users.userUpdate.body.extend({ company_id: someCompany.optional() })

const idsOf = (companies: readonly { id: number }[] = []): readonly string[] =>
  companies.map((company) => String(company.id))
