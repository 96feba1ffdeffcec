import type { Page } from '@playwright/test'

/**
 * Sets the wall clock of every page and frame of this tab off by so many milliseconds, as a wrong clock or time zone does:
 * timers and `performance.now()` go on as they are.
 */
export async function shiftClock(page: Page, milliseconds: number): Promise<void> {
  const shift = (by: number) => {
    const known = globalThis as { actualDate?: DateConstructor }
    const actual = (known.actualDate ??= Date)
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
