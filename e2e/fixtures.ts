import { setTimeout } from 'node:timers/promises'
import { test as base, expect, type Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import { type Portaria, startPortaria } from './portaria.ts'
import { openAccessPage, signIn } from './sign-in-steps.ts'
import type { World } from './world.ts'

export { expect } from '@playwright/test'
export { demoPassword } from '../test/testing/portal-client.ts'

interface WorkerParts {
  portaria: Portaria
  /** Creates records for the tests. */
  world: World
}

interface TestParts {
  /**
   * Clears the rate limits before each test: all tests of a worker share one address and sign in far more often than
   * users do.
   */
  forgetAttempts: undefined
  /**
   * Delays each API response by up to `SLOW_ANSWERS` milliseconds. A test that acts before the screen is ready then
   * fails reliably, not only on a busy machine. Off by default: see docs/testing.md.
   */
  slowAnswers: undefined
  /** Delays each timer of the pages by `SLOW_TIMERS` milliseconds. */
  slowTimers: undefined
  /** Fails the test on any violation of a page's content security policy. */
  keepPolicy: undefined
  /** Fails the test on any violation that axe or IBM Equal Access finds on the current page (WCAG 2.2 AA). */
  checkAxe: (page?: Page) => Promise<void>
  /** Signs in from /auth to the access page with the mailed code. */
  signIn: (email: string) => Promise<void>
  /** Opens the access page as a newly signed-in user in an empty browser, without the sign-in screens. */
  openAccessPage: (email: string) => Promise<void>
}

/** Test with a server and a database per worker. */
export const test = base.extend<TestParts, WorkerParts>({
  portaria: [
    // Playwright reads the fixture's dependencies from the pattern; there are none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const portaria = await startPortaria()
      await use(portaria)
      await portaria.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  world: [async ({ portaria }, use) => use(portaria.world), { scope: 'worker' }],
  baseURL: async ({ portaria }, use) => use(portaria.url),
  forgetAttempts: [
    async ({ portaria }, use) => {
      await portaria.sql.query('delete from rate_limits')
      await use(undefined)
    },
    { auto: true },
  ],
  slowAnswers: [
    async ({ context }, use) => {
      const slowest = Number(process.env['SLOW_ANSWERS'] ?? 0)
      if (slowest > 0) {
        await context.route('**/api/**', async (route) => {
          await setTimeout(Math.random() * slowest)
          await route.continue()
        })
      }
      await use(undefined)
      await context.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
  slowTimers: [
    async ({ context }, use) => {
      const delay = Number(process.env['SLOW_TIMERS'] ?? 0)
      if (delay > 0) await context.addInitScript(delayTimers, delay)
      await use(undefined)
    },
    { auto: true },
  ],
  keepPolicy: [
    async ({ context }, use) => {
      const refused: string[] = []
      await context.exposeFunction('tellRefused', (what: string) => refused.push(what))
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          const violation = `${event.effectiveDirective} ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`
          const { tellRefused } = window as unknown as { tellRefused: (what: string) => void }
          tellRefused(violation)
        })
      })
      await use(undefined)
      expect(refused).toEqual([])
    },
    { auto: true },
  ],
  checkAxe: async ({ page }, use) => {
    await use(async (of = page) => expect(await accessibilityFaults(of, 'state')).toEqual([]))
  },
  signIn: async ({ page, portaria }, use) => {
    await use((email) => signIn(page, portaria, email))
  },
  openAccessPage: async ({ page, portaria }, use) => {
    await use((email) => openAccessPage(page, portaria, email))
  },
})

/** Returns the same test for a server started with `env`. */
export function testWith(env: Record<string, string>) {
  return test.extend<object, WorkerParts>({
    portaria: [
      // This fixture has no dependencies either.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const portaria = await startPortaria(env)
        await use(portaria)
        await portaria.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  })
}

/** Delays each timer of a page by this many milliseconds; runs in the page before its own scripts. */
export function delayTimers(delay: number): void {
  const inTime = window.setTimeout.bind(window)
  const late = (handler: TimerHandler, wait = 0, ...given: unknown[]) =>
    inTime(handler, wait + delay, ...given)
  Object.assign(window, { setTimeout: late })
}
