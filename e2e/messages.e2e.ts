import { follow } from './follow.ts'
import type { Portaria } from './portaria.ts'
import { expect, refused, test } from './refused-messages.ts'
import { fitListInLightAndDark, noRows, row, rows, search, toast } from './screen.ts'

/** Each step begins without other unsent messages. */
const forgetMessages = ({ sql }: Portaria) => sql.query('delete from outbox where sent_at is null')

test.describe('/message-list', () => {
  test('shows, searches and follows undelivered messages without their text', async ({
    page,
    refuse,
    enter,
    portaria,
  }) => {
    await test.step('is linked from the status page, and shows undelivered messages without their text', async () => {
      await refuse({ 'parada@operadora.example': 4, '5511987650001': 1 })
      await enter('/status')
      await page.getByRole('link', { name: 'Mensagens não entregues' }).click()
      await expect(page.getByRole('heading', { name: 'Mensagens não entregues' })).toBeVisible()
      const mail = row(page, 'parada@operadora.example')
      for (const text of [
        'E-mail',
        'Sua senha temporária',
        '04/03/2026 09:00:00',
        '4, parada',
        refused,
      ])
        await expect(mail).toContainText(text)
      await expect(row(page, '5511987650001').getByRole('cell').nth(3)).toHaveText('1')
      await expect(page.getByText('271828')).toHaveCount(0)
    })

    await test.step('searches, orders, and shows when it is empty', async () => {
      await forgetMessages(portaria)
      await refuse({
        'ana@operadora.example': 6,
        'bia@operadora.example': 2,
        '5511987650002': 5,
      })
      await follow(page, '/message-list')
      await page.getByRole('button', { name: 'Tentativas' }).click()
      await expect(rows(page)).toHaveText([
        'bia@operadora.example',
        '5511987650002',
        'ana@operadora.example',
      ])
      await page.getByRole('searchbox', { name: 'Buscar mensagem' }).fill('econnrefused')
      await expect(rows(page)).toHaveText(['5511987650002'])
      await search(page).fill('271828')
      await expect(noRows(page)).toBeVisible()
    })

    await test.step('shows delivered and newly failed messages by polling', async () => {
      await forgetMessages(portaria)
      await refuse({ 'a@operadora.example': 2, 'b@operadora.example': 2 })
      await follow(page, '/message-list?sort=recipient')
      await expect(rows(page)).toHaveText(['a@operadora.example', 'b@operadora.example'])
      await portaria.sql.query(
        `update outbox set sent_at = now() where recipient = 'a@operadora.example'`,
      )
      await portaria.sql.query(
        `update outbox set attempts = 3 where recipient = 'b@operadora.example'`,
      )
      await expect(rows(page)).toHaveText(['b@operadora.example'])
      await expect(row(page, 'b@operadora.example')).toContainText('3, parada')
    })
  })

  test('retries a message', async ({ page, portaria, refuse, enter }) => {
    await test.step('retries a message immediately: it is delivered and disappears from the list', async () => {
      await refuse({ 'agora@operadora.example': 4, 'depois@operadora.example': 2 })
      await enter('/message-list')
      const message = await portaria.messageAfter('agora@operadora.example', async () => {
        await page.getByRole('button', { name: 'Tentar agora: agora@operadora.example' }).click()
        await expect(toast(page, 'Nova tentativa de entrega iniciada')).toBeVisible()
      })
      expect(message.subject).toBe('Sua senha temporária')
      await expect(rows(page)).toHaveText(['depois@operadora.example'])
    })

    await test.step('works by keyboard alone', async () => {
      await forgetMessages(portaria)
      await refuse({ 'tecla@operadora.example': 4, 'outra@operadora.example': 2 })
      await follow(page, '/message-list?sort=recipient')
      await expect(rows(page)).toHaveCount(2)
      await search(page).focus()
      // Two filters, four sortable headers, then one button per row.
      for (let n = 0; n < 8; n++) await page.keyboard.press('Tab')
      await expect(
        page.getByRole('button', { name: 'Tentar agora: tecla@operadora.example' }),
      ).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(toast(page, 'Nova tentativa de entrega iniciada')).toBeVisible()
      await expect(rows(page)).toHaveText(['outra@operadora.example'])
    })

    await test.step('reports that a message has already been delivered', async () => {
      await forgetMessages(portaria)
      await refuse({ 'chegou@operadora.example': 2 })
      await follow(page, '/message-list')
      await expect(rows(page)).toHaveText(['chegou@operadora.example'])
      // Delivered just before the retry request, because the list polls.
      await page.route('**/api/message/*/retry', async (route) => {
        await portaria.sql.query(
          `update outbox set sent_at = now() where recipient = 'chegou@operadora.example'`,
        )
        await route.continue()
      })
      await page.getByRole('button', { name: 'Tentar agora: chegou@operadora.example' }).click()
      await expect(
        toast(page, 'Mensagem não encontrada. Ela pode já ter sido entregue.'),
      ).toBeVisible()
      await expect(noRows(page)).toBeVisible()
    })
  })

  test('fits a phone and a desktop, in light and dark', async ({ page, refuse, enter }) => {
    await refuse({
      'maria.aparecida.de.albuquerque@telecomunicacoes.example': 12,
      '5511987650003': 1,
      'joao@operadora.example': 2,
    })
    await enter('/message-list')
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
    await expect(page.getByRole('link', { name: 'Mensagens não entregues' })).toHaveCount(0)
    await page.goto('/message-list')
    await expect(page).toHaveURL(/\/unallowed$/)
  })
})
