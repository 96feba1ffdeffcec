/** Requests for access from the access page and from 'NÃO AUTORIZADO', with a fake server. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CompanyChoice } from '../../contract/access.ts'
import { storeModuleTarget } from '../session-state/module-target.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse } from '../testing/fake-api.ts'
import { emptyPage } from '../testing/fake-list.ts'
import { ownRequest, ownRequestHandlers, requestable } from '../testing/fake-requests.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  expectCount,
  expectGone,
  expectPath,
  expectToFit,
  expectVisible,
  field,
  heading,
  toast,
} from '../testing/screen.ts'
import { viewer } from '../testing/signed-in.ts'

const dialog = page.getByRole('dialog', { name: 'Pedir acesso' })
const own = page.getByRole('region', { name: 'Seus pedidos de acesso' })
const reason = dialog.getByLabelText(/Para que você precisa/)
const option = (name: string) => dialog.getByRole('button', { name: new RegExp(name) })

const company = (modules: readonly [id: number, name: string][]): CompanyChoice => ({
  id: 11,
  name: 'Alfa Telecom',
  document: '11222333000181',
  logo: null,
  sign_in_policy: null,
  spid: null,
  spids: [],
  services: [
    {
      id: 5,
      name: 'Portabilidade',
      modules: modules.map(([id, name]) => ({
        id,
        name,
        url: `https://m${id}.example`,
        status: 1,
        is_enable_spid: false,
        logo: null,
        last_used_at: null,
        favourites: [],
      })),
    },
  ],
})

const spids = [
  { spid: '8101', description: 'Telefonia fixa' },
  { spid: '8102', description: '' },
]

/** Opens the access page of a user who can open 'Bilhetes'. `open` lists what the user can open now. */
function openAccessPage() {
  const fake = ownRequestHandlers([
    requestable(40, 'Disputas'),
    requestable(41, 'Relatórios', { spids }),
  ])
  const open: [number, string][] = [[7, 'Bilhetes']]
  const portal = openPortal('/access-page', {
    ...fake.handlers,
    userInitialPermissions: () => ({ companies: [company(open)] }),
  })
  return { ...fake, open, portal }
}

/** Lets the next polls of the page happen at once. */
const nextPoll = () => vi.advanceTimersByTimeAsync(5000)

test('requests a module that the search finds, shows the request, and takes it back', async () => {
  const { requests } = openAccessPage()
  await button('Pedir acesso').click()
  await expectVisible(option('Disputas.*Portabilidade · Alfa Telecom.*Sem acesso'))
  await expectCount(dialog.getByRole('listitem'), 2)
  await expectAccessible()
  await dialog.getByRole('searchbox').fill('disp')
  await expectCount(dialog.getByRole('listitem'), 1)
  await option('Disputas').click()
  await expect.element(reason).toHaveFocus()
  await button('Enviar pedido').click()
  await expectVisible(dialog.getByText('Diga para que você precisa do acesso.'))
  await expect.element(reason).toHaveFocus()
  await expectAccessible()
  await reason.fill('Entro no projeto.')
  await button('Enviar pedido').click()
  await expectVisible(toast('Pedido enviado. A resposta chega por e-mail e aparece aqui.'))
  await expectGone(dialog)
  await expectVisible(own.getByText('Disputas'))
  await expectVisible(own.getByText(/^Pedido enviado em /))
  expect(requests).toMatchObject([{ reason: 'Entro no projeto.', spid: null, end_date: null }])
  await expectAccessible()
  await button('Desistir: Disputas').click()
  await expectVisible(toast('Pedido retirado.'))
  await expectGone(own)
})

test('offers the SPIDs of the company, and keeps the reason if the server refuses the request', async () => {
  const { requests, portal } = openAccessPage()
  await button('Pedir acesso').click()
  await option('Relatórios').click()
  await dialog.getByLabelText('SPID').selectOptions('8101 - Telefonia fixa')
  await reason.fill('Faturamento')
  await dialog.getByLabelText(/Até quando/).fill('2999-12-31')
  portal.use({ accessRequestCreate: () => refuse('too-many-access-requests') })
  await button('Enviar pedido').click()
  await expectVisible(
    toast(
      'Você tem muitos pedidos de acesso à espera, ou fez muitos nas últimas 24 horas. Tente novamente mais tarde.',
    ),
  )
  expect(requests).toEqual([])
  await expect.element(reason).toHaveValue('Faturamento')
})

test('sends the chosen SPID and end', async () => {
  const { requests } = openAccessPage()
  await button('Pedir acesso').click()
  await option('Relatórios').click()
  await dialog.getByLabelText('SPID').selectOptions('8102')
  await reason.fill('Faturamento')
  await dialog.getByLabelText(/Até quando/).fill('2999-12-31')
  await button('Enviar pedido').click()
  await expectVisible(own.getByText('Alfa Telecom · SPID 8102'))
  expect(requests).toMatchObject([{ spid: '8102', end_date: '2999-12-31' }])
})

test('a module that is already requested cannot be requested again', async () => {
  openPortal('/access-page', {
    ...ownRequestHandlers([requestable(40, 'Disputas', { pending: true })]).handlers,
    userInitialPermissions: () => ({ companies: [] }),
  })
  await button('Pedir acesso').click()
  await expect.element(option('Disputas.*Pedido enviado')).toHaveAttribute('aria-disabled', 'true')
})

test('the page continues when a request is approved, and the requests do not move up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { requests, open } = openAccessPage()
  requests.push(ownRequest())
  await expectVisible(own)
  expect(own.getByRole('button').elements()).toHaveLength(1)
  await expectVisible(page.getByRole('button', { name: 'Acessar Bilhetes' }))
  const top = own.element().getBoundingClientRect().top
  open.push([40, 'Disputas'])
  requests[0] = ownRequest({
    state: 'approved',
    open: true,
    decided_at: new Date().toISOString(),
    approved_end_date: '2999-12-31',
  })
  await nextPoll()
  await expectVisible(toast('Acesso aprovado: Disputas em Alfa Telecom.'))
  await expectVisible(own.getByText(/^Aprovado em .*, e vale até 31\/12\/2999\.$/))
  await expectVisible(button('Acessar Disputas, Alfa Telecom'))
  await expectVisible(page.getByRole('button', { name: 'Acessar Disputas', exact: true }))
  expect(own.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(top)
  vi.useRealTimers()
})

test('a refusal is announced and shown with its sentence', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { requests } = openAccessPage()
  requests.push(ownRequest())
  await expectVisible(own)
  requests[0] = ownRequest({
    state: 'refused',
    decided_at: new Date().toISOString(),
    answer: 'Peça ao seu gestor.',
  })
  await nextPoll()
  await expectVisible(toast('Pedido recusado: Disputas em Alfa Telecom.'))
  await expectVisible(own.getByText('Peça ao seu gestor.'))
  vi.useRealTimers()
})

test('nothing is polled without a pending request', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { portal } = openAccessPage()
  await expectVisible(page.getByRole('button', { name: 'Acessar Bilhetes' }))
  await nextPoll()
  await nextPoll()
  expect(portal.calls.filter((each) => each === 'accessRequestMine')).toHaveLength(1)
  vi.useRealTimers()
})

test('the link of a module without access offers to request exactly that module', async () => {
  storeModuleTarget({ refModule: '40', companyId: '11' })
  openAccessPage()
  await expectVisible(dialog.getByText('Você ainda não tem acesso a Disputas.'))
  await reason.fill('Entro no projeto.')
  await button('Enviar pedido').click()
  await expectVisible(own.getByText('Disputas'))
})

test('the link of a module that no company has opens no dialog', async () => {
  storeModuleTarget({ refModule: '99', companyId: '11' })
  openAccessPage()
  await expectVisible(toast('Módulo não encontrado.'))
  await expectGone(dialog)
})

test('requests a refused screen, and opens it when the request is approved', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { requests, handlers } = ownRequestHandlers([])
  let granted = false
  openPortal(
    '/service-list',
    {
      ...handlers,
      userValid: ({ body: { path } }) =>
        path !== '/service-list' || granted ? { valid: true, actions: [] } : refuse('forbidden'),
      serviceList: emptyPage,
    },
    viewer(['/user-list']),
  )
  await expectVisible(heading('NÃO AUTORIZADO'))
  await button('Pedir acesso').click()
  await expectVisible(dialog.getByText('Tela Serviços · Alfa Telecom'))
  await reason.fill('Controle interno')
  await button('Enviar pedido').click()
  await expectVisible(own.getByText('Alfa Telecom · Tela Serviços'))
  await expect.element(button('Pedir acesso')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
  const [sent] = requests
  expect(sent).toMatchObject({ module: { id: 1 }, function_path: '/service-list' })
  granted = true
  if (sent) requests[0] = { ...sent, state: 'approved', open: true, decided_at: sent.created_at }
  await nextPoll()
  await expectPath('/service-list')
  vi.useRealTimers()
})

test.each([
  ['another module', { module: { id: 40, name: 'Disputas' } }],
  ['an action of the screen', { action_path: 'create' }],
])('a refused screen does not show a request for %s with the same path', async (_, other) => {
  const { requests, handlers } = ownRequestHandlers([])
  const screen = { module: { id: 1, name: 'Gestão de Acesso' }, function_path: '/service-list' }
  requests.push(ownRequest({ id: 2, ...screen, ...other }))
  const { calls } = openPortal(
    '/service-list',
    {
      ...handlers,
      userValid: ({ body: { path } }) =>
        path === '/service-list' ? refuse('forbidden') : { valid: true, actions: [] },
    },
    viewer(['/user-list']),
  )
  await expectVisible(heading('NÃO AUTORIZADO'))
  await expect.poll(() => calls).toContain('accessRequestMine')
  await expect.element(button('Pedir acesso')).not.toHaveAttribute('aria-disabled')
  await expectGone(own)
})

test('works on a telephone, by keyboard', async () => {
  await page.viewport(360, 740)
  openAccessPage()
  await expectVisible(button('Pedir acesso'))
  await expectToFit(360)
  ;(button('Pedir acesso').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('searchbox')).toHaveFocus()
  await expectCount(dialog.getByRole('listitem'), 2)
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{Enter}')
  await expect.element(reason).toHaveFocus()
  await userEvent.keyboard('Projeto')
  await userEvent.tab()
  await expect.element(field('Até quando')).toHaveFocus()
  await expectToFit(360)
  await userEvent.keyboard('{Escape}')
  await expectGone(dialog)
  await expect.element(button('Pedir acesso')).toHaveFocus()
})
