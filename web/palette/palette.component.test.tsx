import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api } from '../../contract/api.ts'
import { helpPages } from '../../contract/help-pages.ts'
import { recordKinds, screenKinds, screensOf } from '../../contract/record-kinds.ts'
import { screens, type ScreenPath } from '../../contract/screens.ts'
import { disconnect, type Handlers } from '../testing/fake-api.ts'
import { company, companyHandlers } from '../testing/fake-companies.ts'
import { emptyPage, listPage } from '../testing/fake-list.ts'
import { plan, planHandlers } from '../testing/fake-plans.ts'
import { service, serviceHandlers } from '../testing/fake-services.ts'
import { follow, openPortal, reopen } from '../testing/portal.tsx'
import {
  button,
  expectCount,
  expectGone,
  expectPath,
  expectTexts,
  expectToFit,
  expectVisible,
  field,
  place,
  row,
} from '../testing/screen.ts'
import { administrator, viewer } from '../testing/signed-in.ts'

const palette = page.getByRole('dialog', { name: 'Busca rápida' })
const box = palette.getByRole('combobox')
const found = palette.getByRole('option')
const marked = palette.getByRole('option', { selected: true })
const status = palette.getByRole('status')
const help = page.getByRole('dialog', { name: 'Atalhos de teclado' })
const group = (name: string) => palette.getByRole('group', { name }).getByRole('option')

const dates = {
  created_at: '2024-05-06T12:00:00.000Z',
  updated_at: '2024-05-06T12:00:00.000Z',
  version: 1,
}
const voice = service({ id: 41, name: 'Voz' })
const module = {
  id: 31,
  name: 'Bilhetagem',
  url: null,
  protocol: 'https://',
  service_id: 41,
  is_enable_spid: false,
  status: 1,
  Service: { id: 41, name: 'Voz' },
  secret_generated: false,
  logo: null,
  ...dates,
} as const
const emit = {
  id: 32,
  name: 'Emitir',
  url: '/emitir',
  status: 1,
  module: { id: 31, name: 'Bilhetagem' },
  code: null,
  environment: null,
  method: null,
  accredited_enable: false,
  ...dates,
} as const
const profile = (id: number, name: string, owner: number) =>
  ({
    id,
    name,
    module_id: 31,
    module: { id: 31, name: 'Bilhetagem', Service: { id: 41, name: 'Voz' } },
    status: 1,
    accredited_enable: true,
    master_profile: false,
    assignment_days_max: null,
    isMasterUser: false,
    accredit_id: owner,
    profile_type_id: 1,
    company: null,
    ...dates,
  }) as const

/** A response that never arrives, for screens of which only the URL is tested. */
const pending = () => new Promise<never>(() => undefined)

/** Empty lists of all kinds of records. */
const emptyLists: Handlers = Object.fromEntries(
  screenKinds
    .map((kind) => recordKinds[kind].read.replace(/Get$/, 'List'))
    .filter((operation) => Object.hasOwn(api, operation))
    .map((operation) => [operation, emptyPage]),
)

const handlers: Handlers = {
  ...emptyLists,
  ...companyHandlers([company({ id: 21, name: 'Operadora Alfa' })]),
  ...planHandlers({}),
  ...serviceHandlers([voice]),
  companyList: ({ query }) =>
    listPage([company({ id: 21, name: 'Operadora Alfa' })], {
      ...query,
      search: query.search === '12.ABC.345/01DE-35' ? 'alfa' : query.search,
    }),
  planList: ({ query }) => listPage([plan()], query),
  moduleList: ({ query }) => listPage([module], query),
  moduleGet: pending,
  functionList: ({ query }) => listPage([emit], query),
  functionGet: pending,
  profileList: ({ query }) =>
    listPage([profile(33, 'Operador', 0), profile(34, 'Operador próprio', 11)], query),
  profileGet: pending,
  planGet: pending,
  companyGet: pending,
  homeGet: pending,
  networkLockList: emptyPage,
  userInitialPermissions: () => ({ companies: [] }),
}

async function open(): Promise<void> {
  await expectVisible(button('Buscar'))
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
}

/** Returns a user with the screens `paths`, who may create records on `creating`. */
function creator(paths: readonly ScreenPath[], creating: readonly ScreenPath[]) {
  const person = viewer(paths)
  return {
    ...person,
    functions: person.functions.map((each) => ({
      ...each,
      actions: creating.some((path) => path === each.path) ? [{ path: 'create' }] : [],
    })),
  }
}

test('finds a record of each kind by typing, and opens it by keyboard alone', async () => {
  const fake = openPortal('/home', handlers)
  for (const { typed, kind, texts, form, search } of [
    {
      typed: 'BILHET',
      kind: 'Módulos',
      texts: ['BilhetagemVoz'],
      form: '/module-edit',
      search: { id: '31', serviceId: '41', tab: 'summary' },
    },
    { typed: 'voz', kind: 'Serviços', texts: ['Voz'], form: '/service-form', search: { id: '41' } },
    {
      typed: 'emit',
      kind: 'Funções',
      texts: ['EmitirBilhetagem'],
      form: '/function-edit',
      search: { id: '32' },
    },
    {
      typed: 'operador pr',
      kind: 'Perfis',
      texts: ['Operador próprioBilhetagem'],
      form: '/profile-edit',
      search: { id: '34', tab: 'summary' },
    },
    {
      typed: 'plano ouro',
      kind: 'Planos',
      texts: ['Plano Ouro'],
      form: '/plan-form',
      search: { id: '51', tab: 'summary' },
    },
    {
      typed: '12.ABC.345/01DE-35',
      kind: 'Empresas',
      texts: ['Operadora Alfa12.ABC.345/01DE-35'],
      form: '/company-form',
      search: { id: '21', tab: 'summary' },
    },
  ]) {
    await open()
    await userEvent.keyboard(typed)
    await expectTexts(group(kind), texts)
    await expect.element(group(kind)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    await expectPath(form)
    expect(place()).toEqual(search)
    await expectGone(palette)
    await follow('/home')
  }
  fake.use({ profileList: disconnect })
  await open()
  await box.fill('wyzzy')
  await expect
    .element(status)
    .toHaveTextContent('Parte da busca não respondeu. Tente de novo em instantes.')
})

test("finds help pages by their titles, and all of them by 'ajuda'", async () => {
  openPortal('/home', handlers)
  await open()
  await expectVisible(found.first())
  await expectGone(group('Ajuda'))
  await box.fill('ajuda')
  await expectTexts(group('Ajuda'), ['Ajuda', ...Object.values(helpPages)])
  await box.fill('ajuda delegar')
  await expectTexts(group('Ajuda'), [helpPages['/ajuda/delegar']])
  await box.fill('esqueci')
  await expectTexts(marked, [helpPages['/ajuda/esqueci-a-senha']])
  await userEvent.keyboard('{Enter}')
  await expectPath('/ajuda/esqueci-a-senha')
})

test('marks one of two records with the same name', async () => {
  const fake = openPortal('/home', handlers)
  fake.use({
    profileList: ({ query }) =>
      listPage([profile(33, 'Caixa', 0), profile(34, 'Caixa', 11)], query),
  })
  await open()
  await box.fill('caixa')
  await expectCount(group('Perfis'), 2)
  await expectCount(marked, 1)
})

test('receives text typed right after its shortcut, and passes none to the form behind it', async () => {
  openPortal('/service-form?id=41', handlers)
  for (const opening of ['first', 'second']) {
    await field('Nome').click()
    await userEvent.keyboard(`{Control>}k{/Control}zona ${opening}`)
    await expect.element(box).toHaveValue(`zona ${opening}`)
    await userEvent.keyboard('{Escape}')
    await expectGone(palette)
    await expect.element(field('Nome')).toHaveValue('Voz')
  }
})

test('opens lists, moves by arrow keys with wrap-around, and returns the focus', async () => {
  openPortal('/service-list', handlers)
  await open()
  await box.fill('redes com espera')
  await expectTexts(group('Ir para'), ['Redes com espera'])
  await userEvent.keyboard('{Enter}')
  await expectPath('/network-list')
  expect(place()).toEqual({ sort: 'failures', order: 'desc' })
  await expectGone(palette)
  // The new screen takes the focus.
  await expect.element(page.getByRole('main')).toHaveFocus()

  await button('Buscar').click()
  await box.fill('xyzzy')
  await expect.element(status).toHaveTextContent('Nada encontrado para “xyzzy”.')
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Buscar')).toHaveFocus()

  await open()
  await box.fill('aparencia')
  await expectCount(found, 3)
  const active = () =>
    document.getElementById(box.element().getAttribute('aria-activedescendant') ?? '')?.textContent
  await expectTexts(marked, ['Aparência: ClaraTema claro'])
  await userEvent.keyboard('{ArrowUp}')
  await expectTexts(marked, ['Aparência: Do sistemaTema do sistema'])
  await expect.poll(active).toBe('Aparência: Do sistemaTema do sistema')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.poll(active).toBe('Aparência: EscuraTema escuro')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  await open()
  await box.fill('aparencia do sistema')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe('light')
})

test('offers an administrator the creation of records', async () => {
  openPortal('/home', handlers)
  await open()
  await box.fill('nov')
  const afterKind: Readonly<Record<string, string>> = {
    company: 'Nova operadora',
    plan: 'Novo Plano Avulso',
  }
  const labels = screenKinds.flatMap((kind) => [screensOf(kind).create?.label, afterKind[kind]])
  await expectTexts(
    group('Ações'),
    labels.filter((label) => label !== undefined),
  )
  await userEvent.keyboard('{Enter}')
  await expectPath('/company-form')
})

test('offers no creation if it is granted on the list but not on the form, nor one reserved for administrators', async () => {
  const paths = [
    '/service-list',
    '/service-form',
    '/function-list',
    '/function-create',
    '/company-list',
    '/company-form',
  ] as const
  openPortal(
    '/home',
    handlers,
    creator(
      paths,
      paths.filter((path) => path !== '/service-form'),
    ),
  )
  await open()
  await box.fill('nov')
  await expectTexts(group('Ações'), ['Nova Função'])
})

test('finds only what the user may open, and profiles only of their own company', async () => {
  const person = viewer(['/profile-list', '/profile-edit', '/plan-list'])
  const updates = person.functions.map((each) => ({ ...each, actions: [{ path: 'update' }] }))
  const fake = openPortal('/home', handlers, { ...person, functions: updates })
  await open()
  await box.fill('operador')
  await expectTexts(group('Perfis'), ['Operador próprioBilhetagem'])
  await box.fill('servico')
  await expect.element(status).not.toHaveTextContent('Buscando…')
  for (const name of ['Novo Serviço', screens['/service-list'].name, 'Serviço'])
    await expectGone(palette.getByRole('option', { name, exact: true }))
  expect(fake.calls).not.toContain('serviceList')
  for (const typed of ['mensagens', 'redes']) {
    await box.fill(typed)
    await expect.element(status).toHaveTextContent(`Nada encontrado para “${typed}”.`)
    await expectGone(found)
  }
})

test('is opened by the header button on a phone', async () => {
  await page.viewport(360, 740)
  openPortal('/service-list', handlers)
  await button('Buscar').click()
  await expectVisible(found.first())
  await expectToFit(360)
  await palette.getByRole('option', { name: 'Função', exact: true }).click()
  await expectPath('/function-list')
})

test('the ? key shows the shortcuts outside of fields, and can be switched off (WCAG 2.1.4)', async () => {
  openPortal('/service-list', handlers, administrator)
  await expectVisible(row('Voz'))
  const search = page.getByRole('searchbox')
  await search.click()
  await userEvent.keyboard('a?')
  await expect.element(search).toHaveValue('a?')
  await expectGone(help)
  await follow('/service-list')
  await expectVisible(row('Voz'))
  await userEvent.keyboard('?')
  await help.getByRole('checkbox', { name: 'Usar o atalho ?' }).click()
  await userEvent.keyboard('{Escape}')
  await expectGone(help)
  for (const again of [false, true]) {
    if (again) reopen()
    await expectVisible(button('Buscar'))
    await userEvent.keyboard('?')
    await open()
    await expectGone(help)
    await userEvent.keyboard('{Escape}')
    await expectGone(palette)
  }
  await open()
  await userEvent.keyboard('atalhos{Enter}')
  await expectVisible(help)
  await expect.element(help.getByRole('checkbox')).not.toBeChecked()
})
