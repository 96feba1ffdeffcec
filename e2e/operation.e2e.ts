/** Actions of administrators on undelivered messages and rate-limited networks. */
import { follow } from './follow.ts'
import { expect, test } from './refused-messages.ts'
import { confirmIdentity, row, rows, toast } from './screen.ts'

test('a message is retried and delivered, and the block of a network is lifted', async ({
  page,
  portaria,
  refuse,
  enter,
}) => {
  await refuse({ 'agora@operadora.example': 4, 'depois@operadora.example': 2 })
  await enter('/message-list')
  await expect(row(page, 'agora@operadora.example')).toContainText('4, parada')
  await expect(page.getByText('271828')).toHaveCount(0)
  const message = await portaria.messageAfter('agora@operadora.example', async () => {
    await page.getByRole('button', { name: 'Tentar agora: agora@operadora.example' }).click()
    await expect(toast(page, 'Nova tentativa de entrega iniciada')).toBeVisible()
  })
  expect(message.subject).toBe('Sua senha temporária')
  await expect(rows(page)).toHaveText(['depois@operadora.example'])

  const network = '2001:db8:0:7::/64'
  await portaria.sql.query(
    `insert into rate_limits (key, points, expire)
     select 'failures:' || kind || ':network:' || $1, 1500, extract(epoch from now()) * 1000 + 3600000
     from unnest(array['password', 'answer']) kind`,
    [network],
  )
  await follow(page, '/network-list?sort=failures&order=desc')
  await page.getByRole('button', { name: `Liberar: ${network} (Senhas)` }).click()
  await confirmIdentity(page, 'Deseja realmente liberar a rede?')
  await expect(toast(page, 'Rede liberada com sucesso!')).toBeVisible()
  await expect(rows(page)).toHaveText([network])
  await expect(row(page, network)).toContainText('Respostas secretas')
})
