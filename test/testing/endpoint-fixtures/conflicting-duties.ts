import type { Scenario } from './scenario.ts'

const moduleOf = async ({ app }: Scenario, profileId: number): Promise<number> =>
  (
    await app.db
      .selectFrom('profiles')
      .select('module_id')
      .where('id', '=', profileId)
      .executeTakeFirstOrThrow()
  ).module_id

/** Adds two functions to a profile that a rule forbids together, so that nobody can be given the profile. */
export async function forbidProfile(scenario: Scenario, profileId: number): Promise<void> {
  const { build } = scenario.app
  const module_id = await moduleOf(scenario, profileId)
  const hold = () => build.holdFunction(profileId, module_id, `/${crypto.randomUUID()}`)
  await build.separationRule({ functions: [await hold(), await hold()] })
}

/** Creates a rule that forbids a profile to this user of the scenario's company, who has the other one. */
export async function forbidFor(
  scenario: Scenario,
  { userId, profileId }: { userId: number; profileId: number },
): Promise<void> {
  const { app, companyId } = scenario
  const module = await scenario.module()
  const other = await app.build.profile({ moduleId: module.id })
  await app.build.assign({ userId, profileId: other, companyId })
  await app.build.separationRule({ profiles: [profileId, other] })
}

/** Creates a rule that forbids a function to the users of a profile, and such a user. */
export async function forbidFunction(
  scenario: Scenario,
  { profileId, functionId }: { profileId: number; functionId: number },
): Promise<void> {
  const { app, companyId } = scenario
  const module_id = await moduleOf(scenario, profileId)
  const held = await app.build.holdFunction(profileId, module_id, `/${crypto.randomUUID()}`)
  await app.build.plan({ companyId, moduleId: module_id })
  const { id: userId } = await scenario.user()
  await app.build.assign({ userId, profileId, companyId })
  await app.build.separationRule({ functions: [held, functionId] })
}
