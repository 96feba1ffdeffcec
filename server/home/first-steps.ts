import { type RawBuilder, sql } from 'kysely'

export interface FirstSteps {
  spid: boolean
  person: boolean
  profile: boolean
  delegation: boolean
}

/** SQL expression: which first steps of a company are done, as seen by this user. */
export const stepsDone = (
  companyId: number,
  userId: number,
): RawBuilder<FirstSteps> => sql`jsonb_build_object(
  'spid', exists (select from spids s where s.company_id = ${companyId}),
  'person', exists (select from user_companies uc where uc.company_id = ${companyId} and uc.user_id <> ${userId}),
  'profile', exists (select from user_profiles up where up.company_id = ${companyId} and up.user_id <> ${userId}
    and (up.end_at is null or up.end_at > now())),
  'delegation', exists (select from delegations d where d.company_id = ${companyId})
    or exists (select from user_profiles up join profiles p on p.id = up.profile_id and p.master_profile and p.active
      where up.company_id = ${companyId} and up.user_id <> ${userId} and (up.end_at is null or up.end_at > now())))`
