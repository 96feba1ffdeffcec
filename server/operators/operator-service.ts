import { companies } from '../../contract/companies.ts'
import { masterProfileId } from '../../contract/constants.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { loosePlans } from '../../contract/loose-plans.ts'
import type { operators } from '../../contract/operators.ts'
import { planCompanies } from '../../contract/plan-companies.ts'
import { userProfiles } from '../../contract/user-profiles.ts'
import { users } from '../../contract/users.ts'
import { CompositeWrite } from '../pipeline/composite-write.ts'
import { renamingFields } from '../pipeline/renaming-fields.ts'
import { type BulkWrite, requireFound } from '../pipeline/record.ts'
import { createCompany } from '../companies/company-service.ts'
import { createLoosePlan } from '../plans/loose-plan-service.ts'
import { addCompanies } from '../plans/plan-company-service.ts'
import { changeUserProfiles } from '../user-profiles/user-profile-service.ts'
import { type CreationParts, createUser } from '../users/user-creation.ts'
import { findByEmail } from '../users/user-queries.ts'

type New = BodyOf<typeof operators.operatorCreate>

/**
 * Creates an operator. Each part is created by its own service and has its own event below the event of the whole
 * write. Returns the id of the company.
 */
export async function createOperator(write: BulkWrite, body: New, parts: CreationParts) {
  const { name, email, document, spids } = body
  const composite = new CompositeWrite(write)
  const company = await createCompany(composite.part(companies.companyCreate.audit.event), {
    name,
    email,
    document,
    spids,
  })
  await entitle(composite, company.id, body)
  const userId = await inviteMaster(composite, company.id, body, parts)
  write.audit({
    target: `company:${company.id}`,
    after: { company_id: company.id, user_id: userId },
    parts: composite.all,
  })
  return { company_id: company.id }
}

/** Adds plans in ascending order of id, in which all writers lock plans. */
async function entitle(
  composite: CompositeWrite,
  companyId: number,
  { plan_id, loose_plans }: New,
) {
  for (const id of [...new Set(plan_id)].toSorted((one, other) => one - other))
    await addCompanies(composite.part(planCompanies.planCompanyAdd.audit.event), {
      plan_id: id,
      company_id: [companyId],
    })
  for (const loosePlan of loose_plans)
    await createLoosePlan(composite.part(loosePlans.loosePlanCreate.audit.event), {
      ...loosePlan,
      company_id: companyId,
    })
}

/** Invites the master user. The account is bound to the company, like accounts that its master users create. */
async function inviteMaster(
  composite: CompositeWrite,
  companyId: number,
  { user_name, user_email, phone_number, code }: New,
  parts: CreationParts,
): Promise<number> {
  const person = { name: user_name, email: user_email, phone_number, code }
  const to = { accredit_id: companyId, company_id: [companyId] }
  await renamingFields({ name: 'user_name', email: 'user_email' }, () =>
    createUser(composite.part(users.userCreate.audit.event), { ...person, ...to }, parts),
  )
  // Finds the invited user, who may have existed before. The caller sees all users, so this user is visible.
  const { id } = requireFound(
    await findByEmail(composite.whole.db, composite.whole.who, user_email),
    'user-not-found',
  )
  const master = { user_id: id, profile_id: masterProfileId, company_id: companyId, spid: null }
  await changeUserProfiles(
    composite.part(userProfiles.userProfileAdd.audit.event),
    { given: [master] },
    { ...parts, withoutTerm: true },
  )
  return id
}
