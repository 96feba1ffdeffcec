/** Bytes and requests of a page before any interaction, within the limits of decision 37. */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'

interface Loaded {
  path: string
  /** Size of the response on the network, with headers. */
  bytes: number
  /** What caused the request: the parser of the page (`parser`) or a script. */
  askedBy: string
}

/** Loads a page without the HTTP cache and returns its requests. `ready` waits until the page shows its content. */
async function loadedAt(page: Page, path: string, ready: () => Promise<void>): Promise<Loaded[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const loaded = new Map<string, Loaded>()
  session.on('Network.requestWillBeSent', ({ requestId, request, initiator }) => {
    const { pathname } = new URL(request.url)
    loaded.set(requestId, { path: pathname, bytes: 0, askedBy: initiator.type })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = loaded.get(requestId)
    if (entry) entry.bytes = encodedDataLength
  })
  await page.goto(path)
  await ready()
  await page.waitForLoadState('networkidle')
  await session.detach()
  return [...loaded.values()]
}

const bytesOf = (loaded: readonly Loaded[]) => loaded.reduce((sum, { bytes }) => sum + bytes, 0)
const files = (loaded: readonly Loaded[]) =>
  loaded.filter(({ path }) => path.startsWith('/assets/'))

test('the sign-in page takes at most 190 KB and twelve requests, none of which waits for a script', async ({
  page,
}, info) => {
  const loaded = await loadedAt(page, '/auth', () =>
    expect(page.getByRole('button', { name: 'Acessar', exact: true })).toBeEnabled(),
  )
  info.annotations.push({ type: 'weight', description: JSON.stringify(loaded) })
  expect(bytesOf(loaded), JSON.stringify(loaded)).toBeLessThanOrEqual(190_000)
  // The twelfth request would be for the icon, which a headless browser does not load.
  expect(loaded.length, JSON.stringify(loaded)).toBeLessThanOrEqual(11)
  expect(files(loaded).filter(({ askedBy }) => askedBy !== 'parser')).toEqual([])
})

test('a console screen waits for no scripts other than its own', async ({ page, enter }, info) => {
  await enter('/api/health/live')
  const loaded = await loadedAt(page, '/user-list', () =>
    expect(page.getByRole('heading', { name: 'Usuários' })).toBeVisible(),
  )
  info.annotations.push({ type: 'weight', description: JSON.stringify(loaded) })
  const later = files(loaded).filter(({ askedBy }) => askedBy !== 'parser')
  expect(later.map(({ path }) => path.replace(/-[\w-]{8}\./, '.')).toSorted()).toEqual([
    '/assets/user-list.css',
    '/assets/user-list.js',
  ])
  expect(loaded.length, JSON.stringify(loaded)).toBeLessThanOrEqual(20)
})

/** Kilobytes of JavaScript, uncompressed, that a screen may load; the browser compiles and runs most of it (decision 37). */
const scriptLimits = { '/auth': 510, '/access-page': 1025, '/home': 1025, '/user-list': 1025 }

for (const [path, limit] of Object.entries(scriptLimits))
  test(`${path} loads at most ${limit} KB of JavaScript`, async ({ page, enter }, info) => {
    if (path === '/auth') await page.goto(path)
    else await enter(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.js'))
        .map(({ name, decodedBodySize }) => ({ name, bytes: decodedBodySize })),
    )
    info.annotations.push({ type: 'scripts', description: JSON.stringify(scripts) })
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    expect(bytes, JSON.stringify(scripts)).toBeGreaterThan(0)
    expect(bytes, JSON.stringify(scripts)).toBeLessThanOrEqual(limit * 1000)
  })
