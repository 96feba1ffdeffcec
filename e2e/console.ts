import { PortalClient } from '../server/testing/portal-client.ts'
import { expect, test as base } from './fixtures.ts'

export { expect } from './fixtures.ts'

interface ConsoleParts {
  /**
   * The page in the console at `path`, as the access page leads there: as an administrator of the test's own unless it
   * is told who. Signs in over HTTP: the screens of that have tests.
   */
  enter: (path: string, email?: string) => Promise<void>
}

/** Tests of screens of the console. */
export const test = base.extend<ConsoleParts>({
  enter: async ({ page, portaria }, use) => {
    await use(async (path, person) => {
      const email = person ?? (await portaria.world.administrator()).email
      const client = new PortalClient(portaria.url)
      const token = await client.signIn(email)
      const code = await client.codeForConsole(token)
      const [name = '', value = ''] = client.headers['cookie']?.split('=') ?? []
      await page.context().addCookies([{ name, value, url: portaria.url }])
      await page.goto('/api/health/live')
      await page.evaluate((initial) => {
        localStorage.setItem('token', initial)
        localStorage.setItem('initial_token', initial)
      }, token)
      await page.goto(`/home?code=${code}`)
      await expect(page.getByRole('heading', { name: 'HOME' })).toBeVisible()
      await page.goto(path)
    })
  },
})
