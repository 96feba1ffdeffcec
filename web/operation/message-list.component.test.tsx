import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { UndeliveredMessage } from '../../contract/messages.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { pageBy } from '../testing/fake-list.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  button,
  expectGone,
  expectPath,
  expectTexts,
  expectToFit,
  expectVisible,
  focus,
  heading,
  noRows,
  place,
  row,
  rows,
  search,
  tabTo,
  toast,
} from '../testing/screen.ts'
import { viewer } from '../testing/signed-in.ts'

const refused = 'O servidor de e-mail recusou a mensagem: 550 5.1.1.'

const message = (
  recipient: string,
  attempts: number,
  values: Partial<UndeliveredMessage> = {},
): UndeliveredMessage => ({
  id: crypto.randomUUID(),
  channel: 'email',
  recipient,
  subject: 'Sua senha temporária',
  created_at: '2026-03-04T12:00:00.000Z',
  attempts,
  next_attempt_at: '2026-03-04T13:00:00.000Z',
  expired: false,
  last_error: refused,
  ...values,
})

const sms = (recipient: string, attempts: number) =>
  message(recipient, attempts, {
    channel: 'sms',
    subject: '',
    last_error: 'A entrega ao gateway de SMS falhou: ECONNREFUSED.',
  })

/** Fake responses for these messages. A retried message is delivered and leaves the list. */
function messageHandlers(stored: UndeliveredMessage[]): Handlers {
  return {
    messageList: ({ query }) =>
      pageBy(stored, query, ({ recipient, last_error }) => `${recipient} ${last_error}`),
    messageRetry({ params: { id } }) {
      const index = stored.findIndex((each) => each.id === id)
      if (index < 0) refuse('message-not-found')
      stored.splice(index, 1)
      return {}
    },
  }
}

const filter = (name: string) => page.getByRole('combobox', { name })
const retry = (recipient: string) => button(`Tentar agora: ${recipient}`)

test('shows messages with their state, searches, orders and filters them', async () => {
  // Wide enough for every column.
  await page.viewport(1920, 900)
  const fake = openPortal(
    '/status',
    messageHandlers([
      message('ana@operadora.example', 6),
      message('bia@operadora.example', 2),
      message('eva@operadora.example', 7, { expired: true }),
      sms('5511987650002', 1),
    ]),
  )
  await page.getByRole('main').getByRole('link', { name: 'Mensagens não entregues' }).click()
  await expectVisible(heading('Mensagens não entregues'))
  for (const text of [
    'E-mail',
    'Sua senha temporária',
    '04/03/2026 09:00:00',
    '6, parada',
    refused,
  ])
    await expect.element(row('ana@operadora.example')).toHaveTextContent(text)
  await expect.element(row('ana@operadora.example')).toHaveTextContent('04/03/2026 10:00:00')
  await expect.element(row('eva@operadora.example')).toHaveTextContent('Não haverá: expirou')
  await expectGone(retry('eva@operadora.example'))
  await expect.element(row('5511987650002').getByRole('cell').nth(3)).toHaveTextContent(/^1$/)
  await button('Tentativas').click()
  await expectTexts(rows, [
    '5511987650002',
    'bia@operadora.example',
    'ana@operadora.example',
    'eva@operadora.example',
  ])
  await page.getByRole('searchbox', { name: 'Buscar mensagem' }).fill('econnrefused')
  await expectTexts(rows, ['5511987650002'])
  await search.fill('271828')
  await expectVisible(noRows)
  await filter('Canal').selectOptions('SMS')
  await filter('Situação').selectOptions('Parada')
  await expect.poll(place).toMatchObject({ channel: 'sms', state: 'stuck' })
  expect(fake.calls).not.toContain('messageRetry')
})

test('retries a message, also by keyboard, and reports one that has already been delivered', async () => {
  const stored = ['a', 'b', 'c'].map((name) => message(`${name}@operadora.example`, 4))
  openPortal('/message-list?sort=recipient', messageHandlers(stored))
  await retry('a@operadora.example').click()
  await expectVisible(toast('Nova tentativa de entrega iniciada'))
  await expectTexts(rows, ['b@operadora.example', 'c@operadora.example'])
  await focus(search)
  await tabTo(retry('b@operadora.example'))
  await userEvent.keyboard('{Enter}')
  await expectTexts(rows, ['c@operadora.example'])
  stored.pop()
  await retry('c@operadora.example').click()
  await expectVisible(toast('Mensagem não encontrada. Ela pode já ter sido entregue.'))
  await expectVisible(page.getByText('Tudo entregue.'))
})

test('shows delivered and newly failed messages by polling', async () => {
  const stored = [message('a@operadora.example', 2), message('b@operadora.example', 2)]
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  openPortal('/message-list', messageHandlers(stored))
  await expectTexts(rows, ['a@operadora.example', 'b@operadora.example'])
  stored.shift()
  Object.assign(stored[0] ?? {}, { attempts: 3 })
  vi.advanceTimersByTime(5000)
  await expectTexts(rows, ['b@operadora.example'])
  await expect.element(row('b@operadora.example')).toHaveTextContent('3, parada')
})

test('fits a phone', async () => {
  await page.viewport(360, 740)
  openPortal(
    '/message-list',
    messageHandlers([message('maria.aparecida.de.albuquerque@telecomunicacoes.example', 12)]),
  )
  await expectVisible(page.getByText('12, parada'))
  await expectToFit(360)
})

test('is offered only to users who may open it', async () => {
  openPortal('/status', {}, viewer(['/user-list']))
  await expectVisible(page.getByRole('main').getByRole('link', { name: 'Sair', exact: true }))
  for (const name of ['Mensagens não entregues', 'Redes com espera'])
    await expectGone(page.getByRole('main').getByRole('link', { name }))
  for (const path of ['/message-list', '/network-list']) {
    await follow(path)
    await expectPath('/unallowed')
  }
})
