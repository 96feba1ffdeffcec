import { z } from 'zod'
import { commonModuleSentence, isGrantable } from './common-module.ts'
import { companyFields } from './companies.ts'
import { endpoint, type Grant } from './endpoint.ts'
import { id } from './fields.ts'
import { personEmail, personName, personPhone, userCode } from './person-fields.ts'
import { seatLimit } from './plans.ts'
import { seatsOfModule } from './seats.ts'
import { typedSpids } from './spids.ts'

/** More than any operator has; each is locked while the operator is made. */
const plansMax = 50
const modulesMax = 100

const loosePlan = z.strictObject({
  module_id: id.refine(isGrantable, commonModuleSentence),
  limit: seatLimit,
})

/** A loose plan of each module, and of none twice. */
const typedLoosePlans = z
  .array(loosePlan)
  .max(modulesMax, `Informe no máximo ${modulesMax} módulos.`)
  .refine(
    (rows) => new Set(rows.map(({ module_id }) => module_id)).size === rows.length,
    'Cada módulo só pode ser informado uma vez.',
  )

/** What is typed; fields of the first master user begin with `user_` where the company has one of that name. */
const operator = z.strictObject({
  ...companyFields,
  spids: typedSpids.default([]),
  /** Plans that there are and that the company gets. */
  plan_id: z.array(id).max(plansMax, `Escolha no máximo ${plansMax} planos.`).default([]),
  /** Seats beside those of the plans. */
  loose_plans: typedLoosePlans.default([]),
  user_name: personName,
  user_email: personEmail,
  phone_number: personPhone,
  code: userCode,
})

const access = { screen: '/operator-create', action: 'create' } as const satisfies Grant

/** Those of the parts: company, plans, loose plans, person, and the seat of this console that a master user takes. */
const refusals = [
  'company-document-in-use',
  'plan-not-found',
  'module-not-found',
  'user-email-in-use',
  'seat-limit-exceeded',
] as const

/** A new operator in one go (decision 33). Calls of our own: the specification has none. */
export const operators = {
  operatorPreview: endpoint({
    method: 'POST',
    path: '/operator/preview',
    summary:
      'What a new operator would have: the seats of each module, the one of its master user among them. It is made and taken back; what would refuse it is answered as by the write.',
    access,
    audit: 'none',
    body: operator,
    success: z.object({ modules: z.array(seatsOfModule) }),
    problems: refusals,
  }),
  operatorCreate: endpoint({
    method: 'POST',
    path: '/operator',
    summary:
      'Makes a company with its SPIDs, plans and loose plans, and invites its first master user; all of it or nothing.',
    access,
    confirm: true,
    grantsRights: 'always',
    audit: 'operator.created',
    body: operator,
    success: z.object({ company_id: id }),
    problems: refusals,
  }),
}
