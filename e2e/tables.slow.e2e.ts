import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { expectToFit, pager, row, rows } from './screen.ts'
import { longAgo, type World } from './world.ts'

const widths = [640, 720, 800, 900, 1000, 1100]
const table = (page: Page) => page.getByRole('table')

/** Returns words and dates of a table that wrap although the text has spaces to break at. */
async function brokenTexts(page: Page): Promise<string[]> {
  return table(page).evaluate((shown) => {
    const broken: string[] = []
    const nodes = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const text = nodes.currentNode
      for (const { 0: found, index } of (text.textContent ?? '').matchAll(
        /\d{2}\/\d{2}\/\d{4} [\d:]{8}|[^\s/]+/g,
      )) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + found.length)
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(found)
      }
    }
    return broken
  })
}

/** Creates a profile with long values in its row, and a function of the same module. */
async function addWordyProfile(world: World) {
  const service = await world.service({ name: world.unique('Credenciamento') })
  const module = await world.module({
    name: world.unique('Interconexão local'),
    service_id: service.id,
  })
  const name = world.unique(
    'Administradores responsáveis pelo acompanhamento da interconexão entre as operadoras',
  )
  const dates = { created_at: longAgo, updated_at: '2020-01-02T03:04:05Z' }
  await world.profile(module.id, { name, ...dates })
  const functionName = world.unique('Acompanhamento da interconexão')
  await world.function(module.id, {
    name: functionName,
    url: '/interconexao/acompanhamento',
    ...dates,
  })
  return { service, module, name, functionName }
}

/** Returns the shorter side of the smallest target on the screen, in px. */
async function smallest(page: Page): Promise<number> {
  const pressed = page.getByRole('main').locator(':is(a, button):visible')
  const sides = await pressed.evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = one.getBoundingClientRect()
      return Math.min(width, height)
    }),
  )
  return Math.min(...sides)
}

test.describe('a table', () => {
  test('keeps words, columns, headers and actions visible and targets large enough', async ({
    page,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('breaks no word or date, and keeps the row actions visible at any width', async () => {
      const { name, functionName, service } = await addWordyProfile(world)
      await enter('/home')
      for (const { path, first, action } of [
        { path: `/profile-list?search=${name}`, first: name, action: 'Adicionar função' },
        { path: `/function-list?search=${functionName}`, first: functionName, action: 'Ações' },
        { path: `/service-list?search=${service.name}`, first: service.name, action: 'Módulos' },
      ]) {
        await follow(page, path)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          await expect(row(page, first)).toBeVisible()
          await expectToFit(page, width)
          await expect
            .poll(() => brokenTexts(page), { message: `${path} at ${width} px` })
            .toEqual([])
          await expect(
            row(page, first).getByRole('link', { name: `${action}: ${first}` }),
          ).toBeInViewport({ ratio: 1 })
        }
      }
    })

    await test.step('keeps its column widths across pages', async () => {
      const name = world.unique('Colunas')
      for (const end of ['A', 'B', 'C', 'D', 'E']) await world.service({ name: `${name} ${end}` })
      await world.service({ name: `${name} Z, de nome longo`, active: false, updated_at: longAgo })
      await follow(page, `/service-list?search=${name}&take=5`)
      await expect(rows(page)).toHaveCount(5)
      const places = () =>
        page
          .getByRole('columnheader')
          .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().x))
      const before = await places()
      await pager(page).getByRole('button', { name: 'Página 2' }).click()
      await expect(rows(page)).toHaveCount(1)
      expect(await places()).toEqual(before)
    })

    await test.step('scrolls to the first row of another page', async () => {
      const name = world.unique('Páginas')
      for (let n = 0; n < 40; n++) await world.service({ name: `${name} ${n}` })
      await page.setViewportSize({ width: 1280, height: 600 })
      await follow(page, `/service-list?search=${name}&take=20`)
      await expect(rows(page)).toHaveCount(20)
      await rows(page).last().scrollIntoViewIfNeeded()
      await expect(rows(page).first()).not.toBeInViewport()
      const before = await rows(page).first().textContent()
      await pager(page).getByRole('button', { name: 'Página 2' }).click()
      await expect(pager(page).locator('[aria-current]')).toHaveText('2')
      // Wait until the new rows replace the previous page.
      await expect(rows(page).first()).not.toHaveText(before ?? '')
      await expect(rows(page).first()).toBeInViewport({ ratio: 1 })
      const head = await page.getByRole('columnheader', { name: 'Nome' }).boundingBox()
      const first = await rows(page).first().boundingBox()
      expect(first?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
    })

    await test.step('has large enough targets for a pointer', async () => {
      const { name } = await world.service()
      await follow(page, `/service-list?search=${name}`)
      await expect(row(page, name)).toBeVisible()
      expect(await smallest(page)).toBeGreaterThanOrEqual(24)
    })

    await test.step('keeps header and pager visible while its rows scroll', async () => {
      const name = world.unique('Rolagem')
      for (let n = 0; n < 20; n++) await world.service({ name: `${name} ${n}` })
      await page.setViewportSize({ width: 1280, height: 600 })
      const { email } = await world.ofLongCompany()
      await enter(`/service-list?search=${name}&take=20`, email)
      await expect(rows(page)).toHaveCount(20)
      const head = page.getByRole('columnheader', { name: 'Nome' })
      for (const shown of [rows(page).first(), rows(page).nth(10), rows(page).last()]) {
        await shown.scrollIntoViewIfNeeded()
        await expect(head).toBeInViewport({ ratio: 1 })
        await expect(pager(page)).toBeInViewport({ ratio: 1 })
      }
      const top = await page.getByRole('banner').boundingBox()
      const heads = await page.getByRole('row').filter({ has: head }).boundingBox()
      expect(heads?.y).toBeGreaterThanOrEqual((top?.y ?? 0) + (top?.height ?? 0))
    })

    await test.step('offers two row heights, and remembers the choice after the session', async () => {
      const { name } = await world.service()
      const path = `/service-list?search=${name}`
      const choose = (density: string) => page.getByRole('button', { name: density })
      const height = async () => (await row(page, name).boundingBox())?.height ?? 0
      await follow(page, path)
      await expect(choose('Compacta')).toHaveAttribute('aria-pressed', 'true')
      await checkAxe()
      const compact = await height()
      expect(compact).toBeGreaterThanOrEqual(36)
      expect(compact).toBeLessThanOrEqual(40)
      await choose('Confortável').click()
      await expect.poll(height).toBeGreaterThan(compact)
      await page.goto('/logout')
      await expect(page).toHaveURL(/\/auth/)
      await enter(path)
      await expect(choose('Confortável')).toHaveAttribute('aria-pressed', 'true')
      await expect.poll(height).toBeGreaterThan(compact)
    })
  })
})

test.describe('a table with touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('has targets of 44 px, and fits', async ({ page, world, enter }) => {
    const { name } = await world.service()
    await enter(`/service-list?search=${name}`)
    await expect(row(page, name)).toBeVisible()
    expect(await smallest(page)).toBeGreaterThanOrEqual(44)
    await expectToFit(page, 360)
  })
})

test.describe('records', () => {
  test('open by their name if the user may change them', async ({ page, world, enter, viewer }) => {
    await test.step('open by their name, and link to related records', async () => {
      const module = await world.module()
      const created = await world.function(module.id, {
        name: world.unique('Pedidos'),
        url: '/pedidos',
      })
      const profile = await world.profile(module.id)
      const open = (name: string) => page.getByRole('link', { name, exact: true }).click()
      await enter(`/service-list?search=${module.service.name}`)
      await open(module.service.name)
      await expect(page.getByLabel('Nome')).toHaveValue(module.service.name)
      await open('Módulos')
      await expect(page).toHaveURL(`/module-list?serviceId=${module.service.id}`)
      await expect(page.getByRole('link', { name: `Perfis: ${module.name}` })).toHaveAttribute(
        'href',
        `/profile-list?module_id=${module.id}`,
      )
      await page.getByRole('link', { name: `Funções: ${module.name}` }).click()
      await expect(page).toHaveURL(`/function-list?module_id=${module.id}`)
      await page.goBack()
      await open(module.name)
      const facts = page.getByRole('region', { name: 'Dados' })
      await expect(facts).toContainText(module.name)
      await open('Funções (1)')
      await expect(page.getByRole('link', { name: 'Ver na lista de funções' })).toHaveAttribute(
        'href',
        `/function-list?module_id=${module.id}`,
      )
      await open('Perfis (1)')
      await open('Ver na lista de perfis')
      await expect(page).toHaveURL(`/profile-list?module_id=${module.id}`)
      await follow(page, `/profile-list?search=${profile.name}`)
      await open(profile.name)
      await expect(facts).toContainText(profile.name)
      await open('Funções')
      await expect(page).toHaveURL(`/profile-edit-function?id=${profile.id}`)
      await expect(page.getByText('pedidos', { exact: true })).toBeVisible()
      await follow(page, `/function-list?search=${created.name}`)
      await open(created.name)
      await expect(page.getByLabel('Nome')).toHaveValue(created.name)
      await open('Ações')
      await expect(page).toHaveURL(`/action-list?functionId=${created.id}`)
    })

    await test.step('of profiles open their facts, also for users who may not change them', async () => {
      const module = await world.module()
      const profile = await world.profile(module.id, { accredited_enable: true })
      const master = await world.master()
      await world.build.plan({ companyId: master.company.id, moduleId: module.id })
      await enter(`/profile-list?search=${profile.name}`, master.email)
      await expect(row(page, profile.name)).toBeVisible()
      await page.getByRole('link', { name: profile.name, exact: true }).click()
      await expect(page.getByRole('region', { name: 'Dados' })).toContainText(profile.name)
    })

    await test.step('of functions open by their name only for users who may change them', async () => {
      const { id } = await world.module()
      const { name } = await world.function(id, {
        name: world.unique('Vista'),
        url: '/vista',
        accredited_enable: true,
      })
      const { email } = await viewer(['/function-list', '/function-edit'], id)
      await enter(`/function-list?search=${name}`, email)
      await expect(row(page, name)).toBeVisible()
      await expect(page.getByRole('link', { name })).toHaveCount(0)
    })
  })
})
