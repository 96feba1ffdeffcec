import type { Page } from '@playwright/test'

/**
 * Shifts the wall clock of all pages and frames of this tab, as a wrong clock or time zone does. Timers and
 * `performance.now()` are not affected.
 */
export async function shiftClock(page: Page, milliseconds: number): Promise<void> {
  const shift = (by: number) => {
    const globals = globalThis as { actualDate?: DateConstructor }
    const actual = (globals.actualDate ??= Date)
    globalThis.Date = new Proxy(actual, {
      construct: (target, given: [number]) =>
        given.length > 0 ? Reflect.construct(target, given) : new target(target.now() + by),
      apply: (target) => new target(target.now() + by).toString(),
      get: (target, name) =>
        name === 'now' ? () => target.now() + by : (Reflect.get(target, name) as unknown),
    })
  }
  await page.addInitScript(shift, milliseconds)
  await page.evaluate(shift, milliseconds)
}
