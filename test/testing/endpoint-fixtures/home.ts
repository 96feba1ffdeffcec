import type { home } from '../../../contract/home.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'

/** To-do items of the signed-in user. The call names no row; tests in `server/home` cover the scope. */
export const homeFixtures: EndpointFixtures<keyof typeof home> = {
  homeGet: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
}
