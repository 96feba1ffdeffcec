import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { follow } from './follow.ts'
import { expect, test } from './refused-messages.ts'
import { alert, expectToFit, noRows, rows, search, toast } from './screen.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Exportar', exact: true })

/** Runs `start` and returns the lines and name of the downloaded file. */
async function downloaded(page: Page, start: () => Promise<void>) {
  const coming = page.waitForEvent('download')
  await start()
  const download = await coming
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const lines = z.array(z.array(z.string())).parse(parse(text, { delimiter: ';', bom: true }))
  return { name: download.suggestedFilename(), lines }
}

const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts()

test.describe('the export of a list', () => {
  test('contains the shown list beyond its page, or reports why it failed', async ({
    page,
    world,
    enter,
  }) => {
    await test.step('keeps search, filters and order, includes all pages, and works by keyboard', async () => {
      const name = world.unique('Lote')
      for (let n = 1; n <= 7; n++)
        await world.service({ name: `${name} ${n}`, ...(n === 3 && { active: false }) })
      await world.service({ name: `=1+1 ${name}` })
      await enter(`/service-list?search=${name}&status=1&sort=name&order=desc&take=5`)
      await expect(rows(page)).toHaveCount(5)
      await button(page).focus()
      const { name: file, lines } = await downloaded(page, () => page.keyboard.press('Enter'))
      expect(file).toMatch(/^servicos-\d{4}-\d\d-\d\d\.csv$/)
      const [head, ...exported] = lines
      expect((await heads(page)).filter((text) => text !== 'Ações')).toEqual(head)
      const names = exported.map(([first]) => first)
      const inOrder = [7, 6, 5, 4, 2, 1].map((n) => `${name} ${n}`)
      expect(names.filter((first) => !first?.startsWith("'"))).toEqual(inOrder)
      expect(names).toContain(`'=1+1 ${name}`)
      await expect(toast(page, `Exportação concluída: ${file}`)).toBeVisible()
      await expect(button(page)).toBeFocused()
      const first = page.getByRole('row').filter({ has: rows(page).first() })
      const shown = await first.getByRole('cell').allInnerTexts()
      expect(shown.slice(0, 3)).toEqual(exported[0]?.slice(1))
    })

    await test.step('shows progress after a second, and runs once regardless of repeated clicks', async () => {
      let requestCount = 0
      const held = Promise.withResolvers<undefined>()
      await page.route('**/api/export/plan*', async (route) => {
        requestCount += 1
        await held.promise
        await route.continue()
      })
      await follow(page, '/plan-list')
      const { name } = await downloaded(page, async () => {
        await button(page).click()
        const busy = page.getByRole('button', { name: 'Exportando…' })
        await expect(busy).toBeVisible()
        await expect(busy).toBeDisabled()
        await busy.click({ force: true })
        held.resolve(undefined)
      })
      await expect(toast(page, `Exportação concluída: ${name}`)).toBeVisible()
      await expect(button(page)).toBeEnabled()
      expect(requestCount).toBe(1)
      await page.unroute('**/api/export/plan*')
    })

    await test.step('reports a failure and can be retried', async () => {
      await follow(page, '/plan-list')
      await page.route('**/api/export/plan*', (route) => route.abort(), { times: 1 })
      await button(page).click()
      const away = 'A exportação não chegou. Verifique a conexão e tente novamente.'
      await expect(toast(page, away)).toBeVisible()
      const running = 'Você já tem uma exportação em andamento. Aguarde que ela termine.'
      const result = {
        httpStatus: 429,
        httpMessage: running,
        code: 'export-running',
        requestId: 'x',
      }
      const refusal = { status: 429, json: { result } }
      await page.route('**/api/export/plan*', (route) => route.fulfill(refusal), { times: 1 })
      await button(page).click()
      await expect(toast(page, running)).toBeVisible()
      await downloaded(page, () => button(page).click())
      await expect(alert(page, 'Exportação concluída')).toBeVisible()
    })

    await test.step('is not offered for an empty list', async () => {
      await follow(page, '/service-list')
      await expect(button(page)).toBeVisible()
      await search(page).fill(world.unique('Ninguém'))
      await expect(noRows(page)).toBeVisible()
      await expect(button(page)).toHaveCount(0)
    })

    await test.step('is reachable on a phone without horizontal scrolling', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      const { name } = await world.service()
      await follow(page, `/service-list?search=${name}`)
      await expect(rows(page)).toHaveCount(1)
      await expectToFit(page, 360)
      await page.getByRole('button', { name: 'Opções da lista' }).click()
      const { lines } = await downloaded(page, () => button(page).click())
      expect(lines.map(([first]) => first)).toEqual(['Nome', name])
    })
  })
})

test('screens and exports have the same columns', async ({
  page,
  portaria,
  world,
  refuse,
  enter,
}) => {
  test.slow()
  const module = await world.module()
  const company = await world.build.company()
  const plan = await world.build.plan({ companyId: company.id, moduleId: module.id })
  const held = await world.function(module.id, { name: world.unique('Função'), url: '/x' }, [
    'Abrir',
  ])
  await world.profile(module.id, {}, [held])
  await portaria.sql.query(
    'insert into loose_plans (company_id, module_id, seat_limit) values ($1, $2, 9)',
    [company.id, module.id],
  )
  await portaria.sql.query(
    `insert into rate_limits (key, points, expire)
     values ('failures:password:network:192.0.2.9', 1000, extract(epoch from now()) * 1000 + 3600000)`,
  )
  await portaria.sql.query(
    `insert into data_requests (user_id, field, wanted, created_at, due_at)
     values ($1, 'name', 'Ana', now(), now() + interval '15 days')`,
    [(await world.person()).id],
  )
  await world.person({ deleted: true })
  await refuse({ 'parada@exportacao.example': 4 })
  await page.setViewportSize({ width: 1920, height: 1000 })
  const lists = [
    '/service-list',
    `/module-list?serviceId=${module.service.id}`,
    '/function-list',
    `/action-list?functionId=${held.id}`,
    '/profile-list',
    '/company-list',
    '/plan-list',
    `/plan-module-manager?planId=${plan}`,
    '/plan-loose',
    '/network-list',
    '/message-list',
    '/data-request-list',
    '/erasure-list',
  ]
  await enter('/home')
  for (const list of lists) {
    await follow(page, list)
    await expect(rows(page).first()).toBeVisible()
    const { lines } = await downloaded(page, () => button(page).click())
    const shown = (await heads(page)).map((text) => text.trim())
    expect(
      shown.filter((text) => text !== '' && text !== 'Ações'),
      list,
    ).toEqual(lines[0])
  }
})
