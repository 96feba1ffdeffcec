import type { separationRules } from '../../../contract/separation-rules.ts'
import { onNew, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { newName, missingId, type Scenario } from './scenario.ts'

/** Creates a rule on two profiles. */
async function makeRule(scenario: Scenario): Promise<{ id: number; name: string }> {
  if (scenario.rowOwner === 'missing') return { id: missingId, name: newName('Regra') }
  const { build, db } = scenario.app
  const profiles = [await scenario.profile(), await scenario.profile()] as const
  const id = await build.separationRule({ profiles: [profiles[0].id, profiles[1].id] })
  return db
    .selectFrom('separation_rules')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const byId = async (scenario: Scenario) => {
  const { id } = await makeRule(scenario)
  return { input: { params: { id: String(id) } }, row: { table: 'separation_rules', id } }
}

const newRule = async (scenario: Scenario) => ({
  name: newName('Regra'),
  kind: 'profiles' as const,
  first_id: (await scenario.profile()).id,
  second_id: (await scenario.profile()).id,
})

/** Rules of separation of duties. */
export const separationRuleFixtures: EndpointFixtures<keyof typeof separationRules> = {
  separationRuleList: {
    scope: 'oversight',
    async make(scenario) {
      const { id, name } = await makeRule(scenario)
      return { input: { query: { search: name } }, row: { table: 'separation_rules', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  separationRuleGet: {
    scope: 'oversight',
    make: byId,
    problems: { 'separation-rule-not-found': 'missing' },
    audit: undefined,
  },
  separationRuleCreate: {
    sensitive: 'creating a rule of separation of duties',
    scope: 'new',
    endsNoAccess: 'A rule removes nothing.',
    make: async (scenario) => ({ input: { body: await newRule(scenario) } }),
    problems: {
      'profile-not-found': ({ input: { body } }) => ({ body: { ...body, second_id: missingId } }),
      'function-not-found': ({ input: { body } }) => ({
        body: { ...body, kind: 'functions', second_id: missingId },
      }),
      'separation-rule-name-in-use': async ({ input: { body } }, scenario) => ({
        body: { ...body, name: (await makeRule(scenario)).name },
      }),
      'separation-rule-exists': async ({ input: { body } }, { app }) => {
        await app.build.separationRule({ profiles: [body.first_id, body.second_id] })
        return { body }
      },
    },
    audit: { target: onNew('separation-rule'), tells: ['after'] },
  },
  separationRuleUpdate: {
    sensitive: 'changing a rule of separation of duties',
    scope: 'oversight',
    endsNoAccess: 'A rule removes nothing.',
    async make(scenario) {
      const { input, row } = await byId(scenario)
      return { input: { ...input, body: { name: newName('Regra'), active: false } }, row }
    },
    problems: {
      'separation-rule-not-found': 'missing',
      'separation-rule-name-in-use': async ({ input }, scenario) => ({
        ...input,
        body: { ...input.body, name: (await makeRule(scenario)).name },
      }),
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    audit: { target: onRow('separation-rule'), tells: ['before', 'after'] },
  },
  separationViolationList: {
    scope: 'oversight',
    async make(scenario) {
      const { input, row } = await byId(scenario)
      return { input: { ...input, query: {} }, row }
    },
    problems: { 'separation-rule-not-found': 'missing' },
    audit: undefined,
  },
}
