/** Rules for every form, regardless of its record. */
import type { Page, Request } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { menu } from './screen.ts'
import type { Portaria } from './portaria.ts'

interface Form {
  name: string
  /** Creates a record and returns the URL of its form. */
  start: (portaria: Portaria) => Promise<string>
  /** URL for a record that does not exist. */
  missing: string
  /** Path of the call that reads the record. */
  read: RegExp
}

const forms: Form[] = [
  {
    name: '/service-form',
    start: async ({ world }) => `/service-form?id=${(await world.service()).id}`,
    missing: '/service-form?id=999999',
    read: /\/api\/service\/\d+$/,
  },
  {
    name: '/module-edit',
    async start({ world }) {
      const { id, service } = await world.module()
      return `/module-edit?id=${id}&serviceId=${service.id}`
    },
    missing: '/module-edit?id=999999&serviceId=1',
    read: /\/api\/module\/\d+$/,
  },
  {
    name: '/secret-management',
    async start({ world }) {
      const { id, service } = await world.module()
      return `/secret-management?moduleId=${id}&serviceId=${service.id}`
    },
    missing: '/secret-management?moduleId=999999&serviceId=1',
    read: /\/module-secret\/\d+$/,
  },
  {
    name: '/function-edit',
    start: async (portaria) => `/function-edit?id=${(await addFunction(portaria)).id}`,
    missing: '/function-edit?id=999999',
    read: /\/api\/function\/\d+$/,
  },
  {
    name: '/action-form',
    async start(portaria) {
      const { id } = await addFunction(portaria)
      const { rows } = await portaria.sql.query<{ id: number }>(
        'select id from actions where function_id = $1',
        [id],
      )
      return `/action-form?actionId=${rows[0]?.id}&functionId=${id}`
    },
    missing: '/action-form?actionId=999999&functionId=2',
    read: /\/api\/function-action\/\d+$/,
  },
  {
    name: '/profile-edit',
    start: async ({ world }) =>
      `/profile-edit?id=${(await world.profile((await world.module()).id)).id}`,
    missing: '/profile-edit?id=999999',
    read: /\/api\/profile\/\d+$/,
  },
  {
    name: '/profile-edit-function',
    async start(portaria) {
      const { moduleId, ...fn } = await addFunction(portaria)
      const { id } = await portaria.world.profile(moduleId, {}, [fn])
      return `/profile-edit-function?id=${id}`
    },
    missing: '/profile-edit-function?id=999999',
    read: /\/api\/profile\/consult-module\/\d+$/,
  },
]

async function addFunction({ world }: Portaria) {
  const { id: moduleId } = await world.module()
  const orders = { name: world.unique('Pedidos'), url: '/pedidos' }
  return { moduleId, ...(await world.function(moduleId, orders, ['Aprovar'])) }
}

/** Collects the page's calls that match a path. */
function callsOf(page: Page, path: RegExp): string[] {
  const calls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (path.test(pathname)) calls.push(pathname)
  })
  return calls
}

/** Counts how often a message appears from now on, however briefly. */
async function countShown(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((sentence) => {
    const shown = new Set<Element>()
    const look = () => {
      for (const each of document.querySelectorAll('[role="alert"]'))
        if (each.textContent === sentence) shown.add(each)
      document.documentElement.dataset['shown'] = String(shown.size)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  }, text)
  return () => page.evaluate(() => Number(document.documentElement.dataset['shown'] ?? 0))
}

const screenIsThere = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}

test('each form reads its record once, focuses its first field, and can be left', async ({
  page,
  portaria,
  world,
  enter,
}) => {
  test.slow()
  await test.step('each form reads a missing record once, reports it once, and redirects', async () => {
    await enter('/home')
    const shown = await countShown(page, 'Erro inesperado')
    for (const { name, missing, read } of forms)
      await test.step(name, async () => {
        const calls = callsOf(page, read)
        const before = await shown()
        await follow(page, missing)
        await expect(page).toHaveURL(/-list/)
        await expect(page.getByRole('searchbox')).toBeVisible()
        expect((await shown()) - before).toBe(1)
        expect(calls).toHaveLength(1)
      })
  })

  await test.step('each form can be left without reading its record again', async () => {
    for (const { name, start, read } of forms)
      await test.step(name, async () => {
        await follow(page, await start(portaria))
        await screenIsThere(page)
        const calls = callsOf(page, read)
        await menu(page).getByRole('link', { name: 'Função', exact: true }).click()
        await expect(page).toHaveURL(/\/function-list$/)
        await expect(page.getByRole('searchbox', { name: 'Buscar Função' })).toBeVisible()
        expect(calls).toEqual([])
      })
  })

  await test.step('each form focuses its first field, and can be left untouched without a question', async () => {
    // The screen of a secret has no input.
    for (const { name, start } of forms.filter((form) => form.name !== '/secret-management'))
      await test.step(name, async () => {
        await page.goto(await start(portaria))
        await screenIsThere(page)
        const first = page.locator('main form').locator('input, textarea, select').first()
        await expect(first).toBeFocused()
        await page.getByRole('button', { name: 'Voltar' }).click()
        await expect(page).toHaveURL(/-list/)
      })
  })

  await test.step('a record that loads late leaves the focus where the user has put it', async () => {
    const { id, name } = await world.service()
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/service/${id}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await follow(page, `/service-form?id=${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const link = menu(page).getByRole('link', { name: 'Função', exact: true })
    await link.focus()
    held.resolve()
    await expect(page.getByLabel('Nome')).toHaveValue(name)
    await screenIsThere(page)
    await expect(link).toBeFocused()
  })
})
