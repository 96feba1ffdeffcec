import type { accessEffect } from '../../../contract/access-effect.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'
import { userProfileFixtures } from './user-profiles.ts'

/** What a write would change. */
export const accessEffectFixtures: EndpointFixtures<keyof typeof accessEffect> = {
  accessEffectForesee: {
    scope: 'none',
    grantsApart: 'The grant of the write that is named is asked for too.',
    async make(scenario) {
      const { input } = await userProfileFixtures.userProfileAdd.make(scenario)
      return { input: { body: { operation: 'userProfileAdd', params: {}, body: input.body } } }
    },
    problems: {},
    audit: undefined,
  },
}
