import { setTimeout } from 'node:timers/promises'
import { test as base, expect, type Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import { type Portaria, startPortaria } from './portaria.ts'
import { arriveSignedIn, signIn } from './sign-in-steps.ts'
import type { World } from './world.ts'

export { expect } from '@playwright/test'
export { demoPassword } from '../server/testing/portal-client.ts'

interface WorkerParts {
  portaria: Portaria
  /** Makes what a test changes. */
  world: World
}

interface TestParts {
  /**
   * A test begins without the attempts of those before it: all of a worker come from one address, and everybody here
   * signs in far more often than people do.
   */
  forgetAttempts: undefined
  /**
   * Holds each answer of the API back for up to `SLOW_ANSWERS` milliseconds, so that a test that acts before the screen
   * is ready fails here, and not one day on a busy machine. Off unless it is set: see docs/testing.md.
   */
  slowAnswers: undefined
  /** The same for what the pages themselves put off: each timer comes `SLOW_TIMERS` milliseconds late. */
  slowTimers: undefined
  /** Fails on anything that the content security policy of a page refused. */
  keepPolicy: undefined
  /** Fails on anything that axe or IBM Equal Access finds on the page as it is (WCAG 2.2 AA). */
  checkAxe: (page?: Page) => Promise<void>
  /** From /auth to the access page, with the code that is mailed. */
  signIn: (email: string) => Promise<void>
  /** To the access page as somebody who has just signed in, in a browser that kept nothing: without those screens. */
  arrive: (email: string) => Promise<void>
}

/** Tests with a server and a database of their worker's own. */
export const test = base.extend<TestParts, WorkerParts>({
  portaria: [
    // Playwright reads what a fixture needs from the pattern; this one needs nothing.
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
          const told = `${event.effectiveDirective} ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`
          const { tellRefused } = window as unknown as { tellRefused: (what: string) => void }
          tellRefused(told)
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
  arrive: async ({ page, portaria }, use) => {
    await use((email) => arriveSignedIn(page, portaria, email))
  },
})

/** The same on a server that is started with `env`. */
export function testWith(env: Record<string, string>) {
  return test.extend<object, WorkerParts>({
    portaria: [
      // It needs nothing either.
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

/** Lets each timer of a page come so many milliseconds late; runs in the page, before its own scripts. */
export function delayTimers(delay: number): void {
  const inTime = window.setTimeout.bind(window)
  const late = (handler: TimerHandler, wait = 0, ...given: unknown[]) =>
    inTime(handler, wait + delay, ...given)
  Object.assign(window, { setTimeout: late })
}
