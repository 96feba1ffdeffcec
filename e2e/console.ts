import { consoleModuleId } from '../contract/constants.ts'
import type { Page } from '@playwright/test'
import { PortalClient } from '../test/testing/portal-client.ts'
import { test as base } from './fixtures.ts'
import type { Visitor } from './world.ts'

export { expect } from './fixtures.ts'

interface ConsoleParts {
  /**
   * Opens the console at `path`, as a new administrator or as the user with `email`. Signs in over HTTP, because the
   * sign-in screens have their own tests.
   */
  enter: (path: string, email?: string) => Promise<void>
  /** Creates a user who may open these screens for a company entitled to these modules, without any actions. */
  viewer: (screens: readonly string[], ...moduleIds: number[]) => Promise<Visitor>
}

/** Test with fixtures for the console's screens. */
export const test = base.extend<ConsoleParts>({
  enter: async ({ page, portaria }, use) => {
    await use(async (path, person) => {
      const email = person ?? (await portaria.world.administrator()).email
      await enterConsole(page, portaria.url, { email, path })
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

/** Opens the console at a path as this user. Signs in over HTTP. */
export async function enterConsole(
  page: Page,
  url: string,
  { email, path }: { email: string; path: string },
): Promise<void> {
  const client = new PortalClient(url)
  const initial = await client.signIn(email)
  const { access_token: token, decodedToken: userData } = await client.enterConsole(initial)
  const company = userData.companies.find(({ id }) => id === userData.company_id)
  const [name = '', value = ''] = client.headers['cookie']?.split('=') ?? []
  await page.context().addCookies([{ name, value, url }])
  await page.goto('/api/health/live')
  // Values stored by the access page and the landing page (portal.md §3).
  await page.evaluate(
    (values) => {
      Object.assign(localStorage, values)
      // Unbind the tab from an earlier company.
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
}
