import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { screens } from '../../contract/screens.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect } from '../testing/fake-api.ts'
import { openPortal, reopen } from '../testing/portal.tsx'
import { button, expectCount, expectGone, expectToFit, expectVisible } from '../testing/screen.ts'
import { administrator, viewer } from '../testing/signed-in.ts'

type Home = SuccessOf<Api['homeGet']>

const todo = page.getByRole('region', { name: 'O que precisa de você' })
const signIns = page.getByRole('region', { name: 'Entradas por dia' })
const due = '2026-03-04T12:00:00.000Z'
const counted = (count: number) => ({ count, more: false })

/** Response of HOME for a user who has nothing to do. */
const nothing: Home = {
  own: { password_ends_at: null, delegation: null },
  delegations: null,
  tokens: null,
  late_requests: null,
  due_requests: null,
  without_access: null,
  invitations: null,
  seats: null,
  networks: null,
  messages: null,
  audit_unsealed_since: null,
  secrets: null,
  sign_ins: null,
  changes: [],
}

const days = Array.from({ length: 14 }, (_, index) => ({
  day: `2026-03-${String(index + 1).padStart(2, '0')}`,
  count: index * 3,
  more: false,
}))

const ofAdministrator: Home = {
  ...nothing,
  late_requests: {
    ...counted(1),
    rows: [{ id: 3, name: 'Bia Souza', field: 'name', due_at: due }],
  },
  networks: counted(2),
  secrets: {
    ...counted(1),
    rows: [{ id: 31, name: 'Bilhetagem', service_id: 41, created_at: due, unused: false }],
  },
  invitations: {
    ...counted(4),
    rows: [1, 2, 3].map((id) => ({ id, name: `Convidada ${id}`, created_at: due })),
  },
  without_access: counted(2),
  seats: {
    nearly_full: counted(1),
    places: [
      {
        company: { id: 21, name: 'Operadora Alfa' },
        module: { id: 31, name: 'Bilhetagem' },
        limit: 3,
        used: 3,
        free: 0,
        over: 0,
        loose_plan: null,
      },
    ],
  },
  sign_ins: days,
}

test('shows an administrator the open tasks, each with a link to its screen, and fits every width', async () => {
  const long = { ...administrator, user: { ...administrator.user, name: 'Ana'.repeat(50) } }
  openPortal('/home', { homeGet: () => ofAdministrator }, long)
  for (const [name, href] of [
    [/^1 pedido de titular em atraso/, '/data-request-list?state=late'],
    ['Nome de Bia Souza', '/data-request-form?id=3'],
    [/^2 redes em espera por muitas tentativas/, '/network-list?slowed=1&sort=failures&order=desc'],
    ['Bilhetagem', '/secret-management?moduleId=31&serviceId=41'],
    [/^2 pessoas ativas sem acesso/, /^\/user-list\?(?=.*status=2)(?=.*no_access=1)/],
    ['e mais 1', '/user-list?pending=invitation&sort=created_at&order=asc'],
    ['Bilhetagem em Operadora Alfa', '/user-seats?companyId=21&module=31'],
    ['Aumentar: Bilhetagem em Operadora Alfa', '/plan-loose-form?companyId=21&moduleId=31&add=5'],
  ] as const)
    await expect
      .element(todo.getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', typeof href === 'string' ? href : expect.stringMatching(href))
  await expectVisible(page.getByRole('region', { name: 'Licenças em uso' }))
  await signIns.getByText('Ver os números').click()
  // A header row, and one row per day.
  await expectCount(signIns.getByRole('row'), 15)
  await expectAccessible()
  for (const width of [360, 720, 1024, 1440, 1920]) {
    await page.viewport(width, 900)
    await expectToFit(width)
  }
})

test('a failed response can be retried, and the tiles stay visible during the retry', async () => {
  const fake = openPortal('/home', { homeGet: disconnect })
  await expectVisible(page.getByText('Não foi possível carregar o que precisa de você.'))
  for (const name of ['Usuário', 'Empresa'])
    await expectVisible(page.getByRole('main').getByRole('link', { name, exact: true }))
  fake.use({ homeGet: () => ofAdministrator })
  await button('Tentar novamente').click()
  await expectVisible(signIns)
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test("a user without screens sees only their own password's expiry, or that there is nothing to do", async () => {
  const fake = openPortal('/home', { homeGet: () => nothing }, viewer([]))
  await expectVisible(page.getByText('Nada pede a sua atenção agora.'))
  await expectVisible(page.getByRole('link', { name: 'Ir para a página de acesso' }))
  await expectGone(signIns)
  fake.use({ homeGet: () => ({ ...nothing, own: { ...nothing.own, password_ends_at: due } }) })
  reopen()
  await expectVisible(page.getByRole('link', { name: 'Sua senha expira em 04/03/2026' }))
  await expectGone(page.getByRole('link', { name: screens['/user-list'].name, exact: true }))
})
