import type { home } from '../../../contract/home.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'

/** The to-do items of the signed-in user; the call names no row. Their scope is tested in `server/home`. */
export const homeFixtures: EndpointFixtures<keyof typeof home> = {
  homeGet: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
}
