import { z } from 'zod'
import { commonModuleSentence, isGrantable } from './common-module.ts'
import { companyFields } from './companies.ts'
import { endpoint, type Grant } from './endpoint.ts'
import { id } from './fields.ts'
import { personEmail, personName, personPhone, userCode } from './person-fields.ts'
import { seatLimit } from './plans.ts'
import { seatsOfModule } from './seats.ts'
import { typedSpids } from './spids.ts'

/** Maximum numbers of plans and modules of a new operator. They are limited because creation locks each of them. */
const plansMax = 50
const modulesMax = 100

const loosePlan = z.strictObject({
  module_id: id.refine(isGrantable, commonModuleSentence),
  limit: seatLimit,
})

/** Schema of the loose plans of a new operator, at most one per module. */
const typedLoosePlans = z
  .array(loosePlan)
  .max(modulesMax, `Informe no máximo ${modulesMax} módulos.`)
  .refine(
    (rows) => new Set(rows.map(({ module_id }) => module_id)).size === rows.length,
    'Cada módulo só pode ser informado uma vez.',
  )

/**
 * Body of the write. Fields of the first master user begin with `user_`, so that they differ from the company's fields.
 */
const operator = z.strictObject({
  ...companyFields,
  spids: typedSpids.default([]),
  /** Existing plans to assign to the company. */
  plan_id: z.array(id).max(plansMax, `Escolha no máximo ${plansMax} planos.`).default([]),
  /** Seats in addition to those of the plans. */
  loose_plans: typedLoosePlans.default([]),
  user_name: personName,
  user_email: personEmail,
  phone_number: personPhone,
  code: userCode,
})

const access = { screen: '/operator-create', action: 'create' } as const satisfies Grant

/** Problems of the parts that are created: company, plans, loose plans, user, and the user's seat of this console. */
const refusals = [
  'company-document-in-use',
  'plan-not-found',
  'module-not-found',
  'user-email-in-use',
  'seat-limit-exceeded',
] as const

/** Creation of an operator with all its parts (decision 33). An addition to the specification. */
export const operators = {
  operatorPreview: endpoint({
    method: 'POST',
    path: '/operator/preview',
    summary:
      'Previews a new operator: its seats of each module, including the seat of its master user. The server creates it and rolls it back; errors are those of the write. Takes at most a second: 503 if it cannot run now, which does not prevent the write.',
    access,
    refusesApiTokens: true,
    audit: 'none',
    body: operator,
    success: z.object({ modules: z.array(seatsOfModule) }),
    problems: refusals,
  }),
  operatorCreate: endpoint({
    method: 'POST',
    path: '/operator',
    summary:
      'Creates a company with its SPIDs, plans and loose plans, and invites its first master user; all or nothing.',
    access,
    confirm: true,
    grantsRights: 'always',
    audit: { event: 'operator.created', title: 'Cadastro de operadora', past: 'Operadora criada' },
    body: operator,
    success: z.object({ company_id: id }),
    problems: refusals,
  }),
}
