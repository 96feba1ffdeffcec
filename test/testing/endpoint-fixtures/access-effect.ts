import type { accessEffect } from '../../../contract/access-effect.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'
import { userProfileFixtures } from './user-profiles.ts'

/** Previews of a write's effect. */
export const accessEffectFixtures: EndpointFixtures<keyof typeof accessEffect> = {
  accessEffectForesee: {
    scope: 'none',
    grantsApart: 'The call also needs a grant for the previewed write.',
    async make(scenario) {
      const { input } = await userProfileFixtures.userProfileAdd.make(scenario)
      return { input: { body: { operation: 'userProfileAdd', params: {}, body: input.body } } }
    },
    problems: {},
    audit: undefined,
  },
}
