import type { Page } from '@playwright/test'
import { expect, row, test, toast } from './console.ts'
import type { Portaria } from './portaria.ts'

const refused = 'O servidor de e-mail recusou a mensagem: 550 5.1.1.'
const nothing = 'Nenhum resultado encontrado para os critérios de pesquisa.'
const rows = (page: Page) => page.getByRole('rowheader')

/** Messages that were refused and are not due for an hour: e-mail for even attempts, SMS for odd ones. */
async function refuse(portaria: Portaria, recipients: Record<string, number>): Promise<void> {
  for (const [recipient, attempts] of Object.entries(recipients)) {
    const [channel, subject, error] =
      attempts % 2 === 0
        ? ['email', 'Sua senha temporária', refused]
        : ['sms', '', 'A entrega ao gateway de SMS falhou: ECONNREFUSED.']
    await portaria.sql.query(
      `insert into outbox (channel, recipient, subject, body_text, attempts, last_error, created_at, next_attempt_at)
       values ($1, $2, $3, 'Segredo 271828', $4, $5, '2026-03-04T12:00:00Z', now() + interval '1 hour')`,
      [channel, recipient, subject, attempts, error],
    )
  }
}

test.beforeEach(async ({ portaria }) => {
  await portaria.sql.query('delete from outbox where sent_at is null')
})

test.describe('/message-list', () => {
  test('is reached from the status page, and shows what did not arrive without its text', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    await refuse(portaria, { 'parada@operadora.example': 4, '5511987650001': 1 })
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
    await checkAxe()
  })

  test('tries one again at once: it arrives and is gone from the list', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    await refuse(portaria, { 'agora@operadora.example': 4, 'depois@operadora.example': 2 })
    await enter('/message-list')
    const message = await portaria.messageAfter('agora@operadora.example', async () => {
      await page.getByRole('button', { name: 'Tentar agora: agora@operadora.example' }).click()
      await expect(toast(page, 'Nova tentativa de entrega iniciada')).toBeVisible()
      await checkAxe()
    })
    expect(message.subject).toBe('Sua senha temporária')
    await expect(rows(page)).toHaveText(['depois@operadora.example'])
  })

  test('tells that a message has arrived meanwhile', async ({ page, portaria, enter }) => {
    await refuse(portaria, { 'chegou@operadora.example': 2 })
    await enter('/message-list')
    await expect(rows(page)).toHaveText(['chegou@operadora.example'])
    await portaria.sql.query(`update outbox set sent_at = now() where sent_at is null`)
    await page.getByRole('button', { name: 'Tentar agora: chegou@operadora.example' }).click()
    await expect(
      toast(page, 'Mensagem não encontrada. Ela pode já ter sido entregue.'),
    ).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: nothing })).toBeVisible()
  })

  test('follows by itself what arrives and what fails anew', async ({ page, portaria, enter }) => {
    await refuse(portaria, { 'a@operadora.example': 2, 'b@operadora.example': 2 })
    await enter('/message-list?sort=recipient')
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

  test('searches, orders, and says when there is nothing', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    await refuse(portaria, {
      'ana@operadora.example': 6,
      'bia@operadora.example': 2,
      '5511987650002': 5,
    })
    await enter('/message-list')
    await page.getByRole('button', { name: 'Tentativas' }).click()
    await expect(rows(page)).toHaveText([
      'bia@operadora.example',
      '5511987650002',
      'ana@operadora.example',
    ])
    const search = page.getByRole('searchbox', { name: 'Buscar mensagem' })
    await search.fill('econnrefused')
    await expect(rows(page)).toHaveText(['5511987650002'])
    await search.fill('271828')
    await expect(page.getByRole('status').filter({ hasText: nothing })).toBeVisible()
    await checkAxe()
  })

  test('works by keyboard alone', async ({ page, portaria, enter }) => {
    await refuse(portaria, { 'tecla@operadora.example': 4, 'outra@operadora.example': 2 })
    await enter('/message-list?sort=recipient')
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('searchbox').focus()
    // Four headers to order by, then a button a row.
    for (let n = 0; n < 6; n++) await page.keyboard.press('Tab')
    await expect(
      page.getByRole('button', { name: 'Tentar agora: tecla@operadora.example' }),
    ).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Nova tentativa de entrega iniciada')).toBeVisible()
    await expect(rows(page)).toHaveText(['outra@operadora.example'])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`fits a telephone and a desk, ${colorScheme}`, async ({
      page,
      portaria,
      enter,
      checkAxe,
    }) => {
      await refuse(portaria, {
        'maria.aparecida.de.albuquerque@telecomunicacoes.example': 12,
        '5511987650003': 1,
        'joao@operadora.example': 2,
      })
      await page.emulateMedia({ colorScheme })
      await enter('/message-list')
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        await expect(rows(page)).toHaveCount(3)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await checkAxe()
      }
    })
  }
})

test.describe('who may', () => {
  test('shows the way there to administrators alone', async ({ page, enter }) => {
    await enter('/status', 'master@portaria.example')
    await expect(page.getByRole('link', { name: 'Sair', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Mensagens não entregues' })).toHaveCount(0)
    await page.goto('/message-list')
    await expect(page).toHaveURL(/\/unallowed$/)
  })
})
