import type { accessEffect } from '../../contract/access-effect.ts'
import type { Samples } from './sample.ts'
import { userProfileSamples } from './samples-user-profiles.ts'

/** What a write would change. */
export const accessEffectSamples: Samples<keyof typeof accessEffect> = {
  accessEffectForesee: {
    scope: 'none',
    grantsApart: 'The grant of the write that is named is asked for too.',
    async make(stage) {
      const { input } = await userProfileSamples.userProfileAdd.make(stage)
      return { input: { body: { operation: 'userProfileAdd', params: {}, body: input.body } } }
    },
    problems: {},
    trail: undefined,
  },
}
