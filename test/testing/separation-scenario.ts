import { peopleScenario, type PeopleScenario } from './people-scenario.ts'
import { personOf } from './people.ts'
import type { TestApp } from './test-app.ts'

/** A person of a company, with two profiles of different modules that a rule forbids together. */
export interface SeparationScenario extends PeopleScenario {
  person: Awaited<ReturnType<typeof personOf>>
  ruleId: number
  rule: string
  /** Second profile of the pair; the first one is `profileId`. */
  otherId: number
  other: string
  otherModuleId: number
  /** Returns a row of `userProfileAdd`. */
  row: (
    profile_id: number,
    more?: { end_date?: string; begin_date?: string },
  ) => {
    user_id: number
    profile_id: number
    company_id: number
    spid: null
    begin_date?: string
    end_date?: string
  }
}

export async function separationScenario(app: TestApp): Promise<SeparationScenario> {
  const first = await peopleScenario(app)
  const second = await peopleScenario(app, { companyId: first.companyId })
  const person = await personOf(app, [first.companyId])
  const ruleId = await app.build.separationRule({ profiles: [first.profileId, second.profileId] })
  const { name: rule } = await app.db
    .selectFrom('separation_rules')
    .select('name')
    .where('id', '=', ruleId)
    .executeTakeFirstOrThrow()
  return {
    ...first,
    person,
    ruleId,
    rule,
    otherId: second.profileId,
    other: second.profile,
    otherModuleId: second.moduleId,
    row: (profile_id, more = {}) => ({
      user_id: person.id,
      profile_id,
      company_id: first.companyId,
      spid: null,
      ...more,
    }),
  }
}
