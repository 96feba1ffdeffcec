/** Measures the layout shift of every screen while it loads, and finds cut texts, at six window sizes (decision 73). */
import type { Page, Route } from '@playwright/test'
import { findCutTexts } from '../web/testing/cut-texts.ts'
import { expect, test } from './console.ts'
import { paths, removeVisits, visits, waitUntilLoaded } from './every-screen.ts'

/** Maximum cumulative layout shift of one load. */
const limit = 0.05

const sizes = [
  { width: 360, height: 740 },
  { width: 720, height: 900 },
  { width: 1024, height: 768 },
  { width: 1280, height: 640 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

/** Screens with a record page, with the table of their records and the maximum length of a name. */
const records = {
  '/company-form': ['companies', 200],
  '/module-edit': ['modules', 30],
  '/profile-edit': ['profiles', 200],
  '/plan-form': ['plans', 30],
  '/user-edit': ['users', 200],
} as const

/** Sums up the shifts of a page, with the elements that moved. Runs in the page before its own scripts. */
function recordShifts(): void {
  const recorded = { sum: 0, moved: [] as string[] }
  Object.assign(window, { recordedShifts: recorded })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]) {
      recorded.sum += entry.value
      for (const { node, previousRect: from, currentRect: to } of entry.sources) {
        const name =
          node instanceof Element
            ? `${node.tagName}.${node.getAttribute('class')}`
            : node?.textContent
        recorded.moved.push(
          `${name} [${from.x},${from.y} ${from.width}x${from.height}] → [${to.x},${to.y} ${to.width}x${to.height}]`,
        )
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { recordedShifts: { sum: number; moved: string[] } }).recordedShifts,
  )

/** Waits until the page has been painted in its present state. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )

/** Waits until a screen has replaced the frame of the HTML page. */
const framed = (page: Page) => page.locator('.static-frame').waitFor({ state: 'detached' })

/** Calls that a screen waits for before it is rendered. */
const ofGuard = /\/api\/user\/(?:valid|validate)$/

/**
 * Delivers the responses of the API one by one, each after the page has painted the previous state, and the data of a
 * screen after its skeleton. On a fast machine several responses otherwise arrive within one frame, and their shifts go
 * unnoticed.
 */
async function paintBetweenResponses(page: Page): Promise<void> {
  let last = Promise.resolve()
  await page.route('**/api/**', async (route: Route) => {
    const response = await route.fetch().catch(() => undefined)
    const deliver = () => (response ? route.fulfill({ response }) : route.abort())
    // The page may have navigated to another address before the response is delivered.
    const left = () => undefined
    if (ofGuard.test(route.request().url())) return deliver().catch(left)
    last = last
      .then(() => framed(page))
      .then(() => painted(page))
      .then(deliver)
      .catch(left)
    return last
  })
}

for (const size of sizes)
  test(`every screen loads with a layout shift below ${limit}, and cuts no text, at ${size.width}×${size.height}`, async ({
    page,
    portaria,
    enter,
  }) => {
    test.setTimeout(600_000)
    const all = await visits(portaria)
    await enter('/home')
    await page.setViewportSize(size)
    await page.addInitScript(recordShifts)
    await paintBetweenResponses(page)
    const shifted: Record<string, { sum: number; moved: string[] }> = {}
    const cut: Record<string, string[]> = {}
    // The sign-out ends the session.
    for (const path of paths.filter((each) => each !== '/logout')) {
      const [search, text] = all[path] ?? ['', '']
      await page.goto(`${path}?${search}`)
      await waitUntilLoaded(page, text)
      await painted(page)
      const shifts = await shiftsOf(page)
      if (shifts.sum >= limit) shifted[path] = shifts
      const texts = await page.evaluate(findCutTexts)
      if (texts.length > 0) cut[path] = texts
    }
    expect({ shifted, cut }).toEqual({ shifted: {}, cut: {} })
  })

for (const size of sizes.slice(0, 4))
  test(`records with the longest names load with a layout shift below ${limit} at ${size.width}×${size.height}`, async ({
    page,
    portaria,
    enter,
  }) => {
    const all = await visits(portaria)
    await enter('/home')
    await page.setViewportSize(size)
    await page.addInitScript(recordShifts)
    await paintBetweenResponses(page)
    const shifted: Record<string, { sum: number; moved: string[] }> = {}
    for (const [path, [table, length]] of Object.entries(records)) {
      const id = new URLSearchParams(all[path]?.[0]).get('id')
      const name = `Nome ${id} `.padEnd(length, 'de Interconexão e Telecomunicações ').trim()
      await portaria.sql.query(`update ${table} set name = $1 where id = $2`, [name, id])
      await page.goto(`${path}?${all[path]?.[0]}&tab=summary`)
      await waitUntilLoaded(page, name)
      await painted(page)
      const shifts = await shiftsOf(page)
      if (shifts.sum >= limit) shifted[path] = shifts
    }
    expect(shifted).toEqual({})
  })

test.afterEach(({ portaria }) => removeVisits(portaria))
