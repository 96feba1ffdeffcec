import type { home } from '../../../contract/home.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'

/** What needs whoever is signed in: it names no row. What each part has of whom is tested in `server/home`. */
export const homeFixtures: EndpointFixtures<keyof typeof home> = {
  homeGet: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    trail: undefined,
  },
}
