import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { networkLockKinds, type NetworkLock } from '../../contract/network-locks.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { pageBy } from '../testing/fake-list.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  answer,
  button,
  confirmIdentity,
  expectCount,
  expectTexts,
  expectToFit,
  expectVisible,
  field,
  focus,
  heading,
  noRows,
  place,
  row,
  rows,
  search,
  toast,
} from '../testing/screen.ts'

const question = 'Deseja realmente liberar a rede?'
const dialog = page.getByRole('dialog', { name: question })

const lock = (kind: NetworkLock['kind'], network: string, failures: number): NetworkLock => ({
  id: `${kind}:${network.replace('/64', '')}`,
  kind,
  network,
  failures,
  free: 1000,
  slowed: failures >= 1000,
  remembered_until: '2026-03-04T13:00:00.000Z',
})

/** Fake responses for these rate limits. */
function networkHandlers(stored: NetworkLock[]): Handlers {
  return {
    networkLockList: ({ query }) =>
      pageBy(
        stored,
        query,
        ({ network, kind, slowed }) =>
          `${network} ${networkLockKinds[kind]} ${slowed ? 'Em espera' : 'Livre'}`,
      ),
    networkUnlock({ params: { id } }) {
      const index = stored.findIndex((each) => each.kind === id.kind && each.network === id.network)
      if (index < 0) refuse('network-lock-not-found')
      stored.splice(index, 1)
      return {}
    },
  }
}

const unlock = (what: string) => button(`Liberar: ${what}`)

test('shows attempts by network, most failures first, and orders, searches and filters them', async () => {
  openPortal(
    '/status',
    networkHandlers([
      lock('password', '192.0.2.1', 999),
      lock('handle', '2001:db8:0:7::/64', 1234),
      lock('trip', '192.0.2.2', 3),
      lock('answer', '192.0.2.3', 1000),
    ]),
  )
  await page.getByRole('main').getByRole('link', { name: 'Redes com espera' }).click()
  await expectVisible(heading('Redes com espera'))
  await expectTexts(rows, ['2001:db8:0:7::/64', '192.0.2.3', '192.0.2.1', '192.0.2.2'])
  const time = '04/03/2026 10:00:00'
  for (const [network, ...texts] of [
    [
      '2001:db8:0:7::/64',
      'Sessões de login, códigos e tokens inexistentes',
      '1.234',
      '1.000',
      time,
      'Em espera',
    ],
    ['192.0.2.3', 'Respostas secretas', '1.000', '1.000', time, 'Em espera'],
    ['192.0.2.1', 'Senhas', '999', '1.000', time, 'Livre'],
    ['192.0.2.2', 'Idas ao provedor de identidade', '3', '1.000', time, 'Livre'],
  ] as const)
    await expect
      .poll(() =>
        row(network)
          .getByRole('cell')
          .elements()
          .slice(0, -1)
          .map((cell) => cell.textContent),
      )
      .toEqual(texts)
  await button('Falhas').click()
  await expectTexts(rows, ['192.0.2.2', '192.0.2.1', '192.0.2.3', '2001:db8:0:7::/64'])
  await search.fill('RESPOSTAS')
  await expectTexts(rows, ['192.0.2.3'])
  await search.fill('failures')
  await expectVisible(noRows)
  await field('O que foi tentado').selectOptions('Senhas')
  await field('Status').selectOptions('Em espera')
  await expect.poll(place).toMatchObject({ kind: 'password', slowed: '1' })
})

test('lifts one block after question and identity confirmation, also by keyboard', async () => {
  const network = '2001:db8:0:7::/64'
  openPortal(
    '/network-list',
    networkHandlers([lock('password', network, 1500), lock('answer', network, 1200)]),
  )
  await unlock(`${network} (Senhas)`).click()
  await expectVisible(dialog.getByText(`Liberar a rede ${network} (Senhas)`))
  await expectVisible(dialog.getByText('As falhas contadas são esquecidas imediatamente.'))
  await answer(question, false)
  await expectCount(rows, 2)
  await unlock(`${network} (Senhas)`).click()
  await confirmIdentity(question)
  await expectVisible(toast('Rede liberada com sucesso!'))
  await expectCount(rows, 1)
  await expect.element(row(network)).toHaveTextContent('Respostas secretas')

  await focus(unlock(`${network} (Respostas secretas)`))
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByLabelText('Senha', { exact: true })).toHaveFocus()
  await userEvent.keyboard('Senha-da-Ana-1{Enter}')
  await expectVisible(page.getByText('Nenhuma rede com falhas.'))
})

test("reports that a network's block has already expired", async () => {
  const stored = [lock('trip', '192.0.2.4', 1001)]
  openPortal('/network-list', networkHandlers(stored))
  await unlock('192.0.2.4 (Idas ao provedor de identidade)').click()
  stored.pop()
  await confirmIdentity(question)
  await expectVisible(toast('Rede não encontrada. Ela pode já ter sido liberada ou esquecida.'))
  await expectVisible(page.getByText('Nenhuma rede com falhas.'))
})

test('fits a phone', async () => {
  await page.viewport(360, 740)
  openPortal('/network-list', networkHandlers([lock('handle', '2001:db80:ffff:ffff::/64', 123456)]))
  await expectVisible(page.getByText('123.456'))
  await expectToFit(360)
})
