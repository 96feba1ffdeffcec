import { consoleModuleId } from '../contract/constants.ts'
import { PortalClient } from '../server/testing/portal-client.ts'
import { test as base } from './fixtures.ts'
import type { Visitor } from './world.ts'

export { expect } from './fixtures.ts'

interface ConsoleParts {
  /**
   * The page in the console at `path`, as the access page leads there: as an administrator of the test's own unless it
   * is told who. Signs in over HTTP: the screens of that have tests.
   */
  enter: (path: string, email?: string) => Promise<void>
  /** Somebody who may open these screens of the console, for a company entitled to these modules, and do nothing there. */
  viewer: (screens: readonly string[], ...moduleIds: number[]) => Promise<Visitor>
}

/** Tests of screens of the console. */
export const test = base.extend<ConsoleParts>({
  enter: async ({ page, portaria }, use) => {
    await use(async (path, person) => {
      const email = person ?? (await portaria.world.administrator()).email
      const client = new PortalClient(portaria.url)
      const initial = await client.signIn(email)
      const { access_token: token, decodedToken: userData } = await client.enterConsole(initial)
      const company = userData.companies.find(({ id }) => id === userData.company_id)
      const [name = '', value = ''] = client.headers['cookie']?.split('=') ?? []
      await page.context().addCookies([{ name, value, url: portaria.url }])
      await page.goto('/api/health/live')
      // What the access page and the landing page keep (portal.md §3).
      await page.evaluate(
        (kept) => {
          Object.assign(localStorage, kept)
          // Nor is the tab opened for where somebody was before.
          sessionStorage.removeItem('place')
        },
        {
          token,
          initial_token: initial,
          userData: JSON.stringify(userData),
          ...(company && { company: company.name, company_id: String(company.id) }),
        },
      )
      await page.goto(path)
    })
  },
  viewer: async ({ portaria, world }, use) => {
    await use(async (screens, ...moduleIds) => {
      const { rows } = await portaria.sql.query<{ id: number; name: string }>(
        'select id, name from functions where module_id = $1 and url = any($2)',
        [consoleModuleId, screens],
      )
      const profile = await world.profile(consoleModuleId, {}, rows)
      const visitor = await world.visitor({ moduleId: consoleModuleId, profileId: profile.id })
      for (const moduleId of moduleIds)
        await world.build.plan({ companyId: visitor.company.id, moduleId })
      return visitor
    })
  },
})
