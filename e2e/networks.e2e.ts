import { expect, test as base } from './console.ts'
import { demoPassword } from './fixtures.ts'
import { follow } from './follow.ts'
import {
  answer,
  confirmIdentity,
  fitListInLightAndDark,
  noRows,
  row,
  rows,
  search,
  toast,
} from './screen.ts'

const question = 'Deseja realmente liberar a rede?'

const test = base.extend<{
  /** Sets the failure counters to these alone, for example `password:192.0.2.1`; they expire after an hour. */
  count: (failures: Record<string, number>) => Promise<void>
}>({
  count: async ({ portaria }, use) => {
    await use(async (failures) => {
      await portaria.sql.query('delete from rate_limits')
      for (const [counter, points] of Object.entries(failures)) {
        const [kind = '', network = ''] = counter.split(/:(.*)/)
        await portaria.sql.query(
          `insert into rate_limits (key, points, expire)
           values ($1, $2, extract(epoch from now()) * 1000 + 3600000)`,
          [`failures:${kind}:network:${network}`, points],
        )
      }
    })
  },
})

test.describe('/network-list', () => {
  test('shows attempts by network, and orders and searches them', async ({
    page,
    count,
    enter,
  }) => {
    await test.step('searches, orders, and shows when it is empty', async () => {
      await enter('/network-list')
      await expect(noRows(page)).toBeVisible()
      await count({ 'password:192.0.2.5': 1100, 'password:192.0.2.6': 7, 'answer:192.0.2.7': 50 })
      await page.reload()
      await page.getByRole('button', { name: 'Falhas' }).click()
      await expect(rows(page)).toHaveText(['192.0.2.6', '192.0.2.7', '192.0.2.5'])
      await search(page).fill('em espera')
      await expect(rows(page)).toHaveText(['192.0.2.5'])
      await search(page).fill('RESPOSTAS')
      await expect(rows(page)).toHaveText(['192.0.2.7'])
      await search(page).fill('failures')
      await expect(noRows(page)).toBeVisible()
    })

    await test.step('is linked from the status page, and shows attempts by network, most failures first', async () => {
      await count({
        'password:192.0.2.1': 999,
        'handle:2001:db8:0:7::/64': 1234,
        'trip:192.0.2.2': 3,
        'answer:192.0.2.3': 1000,
      })
      await follow(page, '/status')
      await page.getByRole('link', { name: 'Redes com espera' }).click()
      await expect(page.getByRole('heading', { name: 'Redes com espera' })).toBeVisible()
      await expect(rows(page)).toHaveText([
        '2001:db8:0:7::/64',
        '192.0.2.3',
        '192.0.2.1',
        '192.0.2.2',
      ])
      for (const [network, ...texts] of [
        [
          '2001:db8:0:7::/64',
          'Sessões de login, códigos e tokens inexistentes',
          '1.234',
          '1.000',
          'Em espera',
        ],
        ['192.0.2.3', 'Respostas secretas', '1.000', 'Em espera'],
        ['192.0.2.1', 'Senhas', '999', '1.000', 'Livre'],
        ['192.0.2.2', 'Idas ao provedor de identidade', '3', 'Livre'],
      ] as const)
        for (const text of texts)
          await expect(
            row(page, network).getByRole('cell', { name: text, exact: true }).first(),
          ).toBeVisible()
    })
  })

  test("lifts a network's block", async ({ page, count, enter, portaria }) => {
    await test.step('lifts one block after question and identity confirmation, and the others stay', async () => {
      await count({ 'password:2001:db8:0:7::/64': 1500, 'answer:2001:db8:0:7::/64': 1200 })
      await enter('/network-list?sort=failures&order=desc')
      const unlock = page.getByRole('button', { name: 'Liberar: 2001:db8:0:7::/64 (Senhas)' })
      await unlock.click()
      const dialog = page.getByRole('dialog', { name: question })
      await expect(dialog.getByText('Rede: 2001:db8:0:7::/64 (Senhas)')).toBeVisible()
      await expect(
        dialog.getByText('As falhas contadas são esquecidas imediatamente.'),
      ).toBeVisible()
      await answer(page, question, false)
      await expect(rows(page)).toHaveCount(2)
      await unlock.click()
      await answer(page, question, true)
      await expect(page.getByText('Liberar a rede 2001:db8:0:7::/64 (Senhas)')).toBeVisible()
      await confirmIdentity(page)
      await expect(toast(page, 'Rede liberada com sucesso!')).toBeVisible()
      await expect(rows(page)).toHaveCount(1)
      await expect(row(page, '2001:db8:0:7::/64')).toContainText('Respostas secretas')
    })

    await test.step('works by keyboard alone', async () => {
      await count({ 'password:192.0.2.8': 1100, 'password:192.0.2.9': 7 })
      await follow(page, '/network-list')
      await expect(rows(page)).toHaveCount(2)
      await search(page).focus()
      // Two filters, four sortable headers, then one button per row.
      for (let n = 0; n < 7; n++) await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Liberar: 192.0.2.8 (Senhas)' })).toBeFocused()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: question })
      await expect(dialog.getByRole('button', { name: 'Não' })).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await expect(dialog.getByRole('button', { name: 'Sim' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
      await page.keyboard.type(demoPassword)
      await page.keyboard.press('Enter')
      await expect(toast(page, 'Rede liberada com sucesso!')).toBeVisible()
      await expect(rows(page)).toHaveText(['192.0.2.9'])
    })

    await test.step("reports that a network's block has already expired", async () => {
      await count({ 'trip:192.0.2.4': 1001 })
      await follow(page, '/network-list')
      await page.route('**/api/network-lock/*', async (route) => {
        await portaria.sql.query(`delete from rate_limits where key = $1`, [
          'failures:trip:network:192.0.2.4',
        ])
        await route.continue()
      })
      const what = '192.0.2.4 (Idas ao provedor de identidade)'
      await page.getByRole('button', { name: `Liberar: ${what}` }).click()
      await answer(page, question, true)
      await confirmIdentity(page)
      await expect(
        toast(page, 'Rede não encontrada. Ela pode já ter sido liberada ou esquecida.'),
      ).toBeVisible()
      await expect(noRows(page)).toBeVisible()
    })
  })

  test('fits a phone and a desktop, in light and dark', async ({ page, count, enter }) => {
    await count({
      'handle:2001:db80:ffff:ffff::/64': 123456,
      'trip:192.0.2.10': 1000,
      'password:192.0.2.11': 2,
    })
    await enter('/network-list')
    await fitListInLightAndDark(page, 'fits a telephone and a desk', {
      count: 3,
      widths: [360, 1440],
    })
  })
})

test.describe('permissions', () => {
  test('only administrators see the link', async ({ page, world, enter }) => {
    await enter('/status', (await world.master()).email)
    await expect(page.getByRole('link', { name: 'Sair', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Redes com espera' })).toHaveCount(0)
    await page.goto('/network-list')
    await expect(page).toHaveURL(/\/unallowed$/)
  })
})
