import { z } from 'zod'
import { grantsOfScreens } from './choices.ts'
import { wireDay } from './wire-day.ts'
import { endpoint } from './endpoint.ts'
import { idInPath, instant, version } from './fields.ts'

/**
 * What a company requires of the sign-in before a module is opened for it, from weakest to strongest: nothing, a
 * passkey or authenticator app (`second-factor`), or a passkey.
 */
export const signInPolicies = ['none', 'second-factor', 'passkey'] as const
export type SignInPolicy = (typeof signInPolicies)[number]

export const signInPolicyNames: Readonly<Record<SignInPolicy, string>> = {
  none: 'Nenhuma',
  'second-factor': 'Aplicativo autenticador ou chave de acesso',
  passkey: 'Chave de acesso',
}

/** Maximum number of years between today and the begin date of a policy. */
const maxYears = 10

/** Returns an error for an invalid begin date; `today` is the day in São Paulo. */
export function policyDateError(day: string | null, today: string): string | undefined {
  if (day === null) return 'Informe a data de início.'
  if (day < today) return 'Data de início não pode ser menor que a data atual'
  const last = `${Number(today.slice(0, 4)) + maxYears}${today.slice(4)}`
  return day > last ? 'Informe uma data dentro dos próximos 10 anos.' : undefined
}

const policy = z.object({
  policy: z.enum(signInPolicies),
  /** When the policy begins to apply; null without a policy. */
  begin_date: instant.nullable(),
  version,
  /** Active people of the company that the caller sees. */
  people: z.int(),
  /** Of these, people who sign in at an identity provider, which decides about their factors. */
  federated: z.int(),
  /** Of the others, people who have a passkey or authenticator app, and people who have a passkey. */
  with_second_factor: z.int(),
  with_passkey: z.int(),
})

const params = z.strictObject({ id: idInPath })
const path = '/company/{id}/sign-in-policy'

/** Endpoints of the sign-in policy of a company (decision 95). */
export const companySignInPolicies = {
  companySignInPolicyGet: endpoint({
    method: 'GET',
    path,
    summary: 'What a company requires of the sign-in, and how many of its people are ready for it.',
    access: grantsOfScreens('/company-form', '/company-list'),
    audit: 'none',
    params,
    success: policy,
    problems: ['company-not-found'],
  }),
  companySignInPolicyUpdate: endpoint({
    method: 'PUT',
    path,
    summary:
      'Sets what a company requires of the sign-in, from a date on. With `version`, fails if the company was saved in between.',
    access: { screen: '/company-form', action: 'update' },
    confirm: true,
    audit: {
      event: 'company.sign-in-policy-updated',
      title: 'Atualização de exigência para entrar',
      past: 'Exigência para entrar alterada',
    },
    params,
    body: z.strictObject({
      policy: z.enum(signInPolicies, 'Escolha a exigência.'),
      /** Day in São Paulo; required with a policy, ignored without one. */
      begin_date: wireDay('Informe uma data válida.').nullish(),
      version: version.optional(),
    }),
    success: policy,
    problems: ['company-not-found', 'changed-meanwhile'],
  }),
}
