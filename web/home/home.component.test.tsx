import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { screens } from '../../contract/screens.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect } from '../testing/fake-api.ts'
import { user as fakeUser, userHandlers } from '../testing/fake-users.ts'
import { openPortal, reopen } from '../testing/portal.tsx'
import {
  button,
  confirmIdentity,
  expectCount,
  expectGone,
  expectToFit,
  expectVisible,
  proofDialog,
  toast,
} from '../testing/screen.ts'
import { administrator, viewer } from '../testing/signed-in.ts'

type Home = SuccessOf<Api['homeGet']>

const todo = page.getByRole('region', { name: 'O que precisa de você' })
const signIns = page.getByRole('region', { name: 'Entradas por dia' })
const due = '2026-03-04T12:00:00.000Z'
const counted = (count: number) => ({ count, more: false })

/** Response of HOME for a user who has nothing to do. */
const nothing: Home = {
  own: { password_ends_at: null, delegation: null, first_steps: null },
  delegations: null,
  ending_profiles: null,
  unused_profiles: null,
  last_masters: null,
  tokens: null,
  access_requests: null,
  late_requests: null,
  due_requests: null,
  recoveries: null,
  without_access: null,
  without_factor: null,
  invitations: null,
  seats: null,
  networks: null,
  messages: null,
  audit_unsealed_since: null,
  secrets: null,
  sign_ins: null,
  changes: [],
}

const newCompany = { spid: true, person: false, profile: false, delegation: false }

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
  await expect.poll(() => document.title).toMatch(/^Início ·/)
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

test('a failed response can be retried', async () => {
  const fake = openPortal('/home', { homeGet: disconnect })
  await expectVisible(page.getByText('Não foi possível carregar o que precisa de você.'))
  fake.use({ homeGet: () => ofAdministrator })
  await button('Tentar novamente').click()
  await expectVisible(signIns)
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('nothing is shown below the list before it arrives, so that nothing moves', async () => {
  const { promise, resolve } = Promise.withResolvers<Home>()
  openPortal('/home', { homeGet: () => promise })
  await expect.element(todo).toHaveAttribute('aria-busy', 'true')
  const below = todo.element().getBoundingClientRect().bottom
  expect(below).toBeGreaterThan(500)
  await expectGone(page.getByRole('region', { name: /^(Licenças em uso|Comece por aqui)$/ }))
  expect(todo.element().nextElementSibling).toBeNull()
  resolve({ ...ofAdministrator, own: { ...nothing.own, first_steps: newCompany } })
  await expectVisible(page.getByRole('region', { name: 'Comece por aqui' }))
})

test("the cards of the menu are gone; 'Comece por aqui' shows a new master user what to do, until it is done", async () => {
  const answer = { ...nothing, own: { ...nothing.own, first_steps: { ...newCompany } } }
  const fake = openPortal(
    '/home',
    { homeGet: () => answer },
    viewer(['/user-create', '/user-list']),
  )
  const first = page.getByRole('region', { name: 'Comece por aqui' })
  await expectCount(first.getByRole('listitem'), 4)
  await expectCount(first.getByText('Feito: '), 1)
  await expect
    .element(first.getByRole('link', { name: 'Cadastre a primeira pessoa' }))
    .toHaveAttribute('href', '/user-create')
  await expectGone(first.getByRole('link', { name: 'Deixe alguém no seu lugar' }))
  await expectVisible(first.getByText('Deixe alguém no seu lugar'))
  const help = first.getByRole('link', { name: /^Ajuda: / })
  await expectCount(help, 4)
  expect(help.elements().map((link) => link.getAttribute('href'))).toEqual([
    '/ajuda/pagina-de-acesso',
    '/ajuda/cadastrar-pessoa',
    '/ajuda/perfis',
    '/ajuda/delegar',
  ])
  await expectAccessible()
  await button('Ocultar').click()
  await expectGone(first.getByRole('listitem'))
  await button('Mostrar').click()
  await expectCount(first.getByRole('listitem'), 4)
  // Only SPIDs are missing, which the association creates.
  answer.own.first_steps = { spid: false, person: true, profile: true, delegation: true }
  fake.use({ homeGet: () => answer })
  reopen()
  await expectVisible(page.getByText('Nada pede a sua atenção agora.'))
  await expectGone(first)
})

test("'Reenviar a 4' names the recipients, sends with one confirmation, and says who was skipped", async () => {
  const people = [1, 2, 3, 4].map((id) => fakeUser({ id, name: `Convidada ${id}` }))
  const sent: number[][] = []
  const fake = openPortal('/home', {
    homeGet: () => ofAdministrator,
    ...userHandlers(people),
    userInviteMany({ body: { user_id } }) {
      sent.push(user_id)
      return { user_id: user_id.slice(1), skipped: [{ user_id: 1, reason: 'entered' }] }
    },
  })
  await todo.getByRole('button', { name: 'Reenviar a 4' }).click()
  await expect.element(proofDialog).toHaveTextContent('Reenviar o convite a 4 pessoas')
  await expect.element(proofDialog).toHaveTextContent('Convidada 3')
  fake.use({ homeGet: () => nothing })
  await confirmIdentity()
  await expectVisible(
    toast('3 convites reenviados com sucesso! 1 pessoa já entrou e não precisa mais de convite.'),
  )
  expect(sent).toEqual([[1, 2, 3, 4]])
  await expectVisible(page.getByText('Nada pede a sua atenção agora.'))
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

test('without changes by others HOME says what it leaves out, and leads to the audit log', async () => {
  openPortal('/home', { homeGet: () => ofAdministrator })
  const changes = page.getByRole('region', { name: 'Mudanças de hoje por outras pessoas' })
  await expect
    .element(changes)
    .toHaveTextContent(/Nenhuma até agora\..*nem o que você mesmo mudou: ver a auditoria\./)
  await expect
    .element(changes.getByRole('link', { name: 'ver a auditoria' }))
    .toHaveAttribute('href', '/audit-list?only=changes')
})

test('advice about a second factor is below the tasks, and is no task', async () => {
  const without_factor = counted(3)
  openPortal('/home', { homeGet: () => ({ ...nothing, without_factor }) }, administrator)
  await expectVisible(todo.getByText('Nada pede a sua atenção agora.'))
  const advice = todo.getByRole('link', { name: '3 pessoas sem segundo fator' })
  await expect.element(advice).toHaveAttribute('href', '/user-list?no_factor=1')
  await expectAccessible()
})
