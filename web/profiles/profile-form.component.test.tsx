import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Profile } from '../../contract/profiles.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect, refuse, type FakeApi } from '../testing/fake-api.ts'
import { consoleModule, module, moduleFunction } from '../testing/fake-catalogue.ts'
import { profile, profileHandlers } from '../testing/fake-profiles.ts'
import { listPage } from '../testing/fake-list.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import { viewer } from '../testing/signed-in.ts'
import {
  act,
  alert,
  answer,
  button,
  choose,
  confirmIdentity,
  expectCount,
  expectGone,
  expectMoreActs,
  expectPath,
  expectTexts,
  expectToFit,
  expectVisible,
  field,
  heading,
  menu,
  place,
  proofDialog,
  row,
  rows,
  save,
  search,
  tabs,
  toast,
} from '../testing/screen.ts'

const noPeriod = { begin_date: null, end_date: null, suspended_at: null, ended: false }

const required = 'Preencha todos os campos!'
const taken = 'Já existe um perfil com este nome neste módulo.'
const question = 'Deseja realmente excluir este Perfil?'
const bridges = module({ name: 'Pontes' })
const services = page.getByRole('combobox', { name: 'Serviço' })

const open = (path: string, profiles: Profile[] = []): FakeApi =>
  openPortal(path, profileHandlers({ modules: [consoleModule, bridges], profiles }))

test('lists profiles with their owner and visibility', async () => {
  await page.viewport(1920, 900)
  const company = { id: 11, name: 'Alfa Telecom' }
  open('/status', [
    profile(bridges, { id: 501, name: 'Operador', accredited_enable: true }),
    profile(bridges, { name: 'Operador da casa', company }),
    profile(bridges, { name: 'Operador noturno', status: 0 }),
  ])
  await menu.getByRole('link', { name: 'Perfil', exact: true }).click()
  await expectVisible(heading('Perfil'))
  await expectTexts(page.getByRole('columnheader'), [
    'Nome',
    'Serviço',
    'Módulo',
    'Criado por',
    'Exibido Para',
    'Data de criação',
    'Data de atualização',
    'Status',
    'Ações',
  ])
  const cells = (name: string) => row(name).getByRole('cell')
  await expectTexts(cells('Operador da casa').nth(2), ['Alfa Telecom'])
  await expectTexts(cells('Operador da casa').nth(3), ['Admin'])
  await expect.element(row('Operador noturno')).toHaveTextContent('Excluído')
  await expectGone(page.getByRole('link', { name: 'Adicionar função: Operador noturno' }))
  for (const [index, text] of [
    'Voz',
    'Pontes',
    'Administrador',
    'Operadora',
    '04/03/2019 09:00:00',
  ].entries())
    await expectTexts(cells('Operador').nth(index), [text])
  await page.getByRole('link', { name: 'Adicionar função: Operador', exact: true }).click()
  await expectPath('/profile-edit-function')
})

test('requires all fields, and creates a profile after the identity confirmation', async () => {
  open('/profile-list')
  await page.getByRole('link', { name: 'Novo Perfil' }).click()
  await expectVisible(heading('Cadastro de perfil'))
  await save()
  await expectCount(page.getByText(required), 3)
  await field('Nome').fill('Mesa de testes')
  await choose('Serviço', 'Voz')
  await expectGone(page.getByText(required))
  await choose('Módulo', 'Pontes')
  await field('Exibir para empresas').click()
  await field('Perfil master').click()
  await save()
  await expect
    .element(field('Perfil master'))
    .toHaveAccessibleDescription(/Só perfis da Gestão de Acesso podem ser perfil master\.$/)
  await field('Perfil master').click()
  await save()
  await confirmIdentity()
  await expectVisible(toast('Perfil cadastrado com sucesso!'))
  await expectPath('/profile-list')
  await expectTexts(row('Mesa de testes').getByRole('cell').nth(0), ['Voz'])
})

test('fills in the service of a module, and refuses an existing name', async () => {
  const fake = open('/profile-create')
  fake.use({ profileCreate: () => refuse('profile-name-in-use') })
  await field('Nome').fill('Mesa')
  await choose('Módulo', 'Pontes')
  await expect.element(services).toHaveValue('Voz')
  await save()
  await confirmIdentity()
  await expectVisible(toast(taken))
  await expect.element(field('Nome')).toHaveAccessibleDescription(taken)
  await field('Nome').fill('Outro nome')
  fake.use({ profileCreate: disconnect })
  await save()
  await confirmIdentity()
  await expectVisible(toast('Erro ao cadastrar perfil!'))
  await expectGone(toast(taken))
})

test('updates a profile, and reports that nothing was changed', async () => {
  open('/profile-edit?id=501', [profile(bridges, { id: 501, name: 'Mesa' })])
  await expectVisible(heading('Edição de perfil'))
  await expect.element(field('Nome')).toHaveValue('Mesa')
  await expect.element(services).toHaveValue('Voz')
  await expect.element(page.getByRole('combobox', { name: 'Módulo' })).toHaveValue('Pontes')
  await save()
  await expectVisible(toast('Nenhum dado foi alterado!'))
  await field('Nome').fill(' ')
  await save()
  await expect.element(field('Nome')).toHaveAccessibleDescription(required)
  await field('Nome').fill('Mesa nova')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Perfil atualizado com sucesso!'))
  await expectPath('/profile-list')
  await search.fill('mesa')
  await expectVisible(row('Mesa nova'))
})

test('deletes a profile after a question in red, hides its form, and reactivates it', async () => {
  open('/profile-edit?id=501', [profile(bridges, { id: 501, name: 'Mesa' })])
  await act('Excluir perfil')
  const dialog = page.getByRole('dialog', { name: question })
  await expect.element(dialog).toHaveTextContent('Excluir o perfil Mesa')
  await expect.element(dialog).toHaveTextContent('Quem o possui perde o acesso que ele dá.')
  await expect.element(dialog.getByLabelText('Senha', { exact: true })).toHaveFocus()
  const red = { 'background-color': 'rgb(179, 38, 30)' }
  await expect.element(dialog.getByRole('button', { name: 'Sim' })).toHaveStyle(red)
  await answer(question, false)
  await act('Excluir perfil')
  await expectAccessible()
  await confirmIdentity(question)
  await expectVisible(toast('Perfil excluído com sucesso!'))
  await expectPath('/profile-list')
  await expect.element(row('Mesa')).toHaveTextContent('Excluído')
  await page.getByRole('link', { name: 'Editar: Mesa' }).click()
  await expectVisible(button('Ativar perfil'))
  await expectGone(field('Nome'))
  await expectGone(button('Salvar'))
  await expectGone(link('Funções'))
  await expectAccessible()
  await button('Ativar perfil').click()
  await confirmIdentity()
  await expectVisible(toast('Perfil ativado com sucesso!'))
  await expect.element(row('Mesa')).toHaveTextContent('Ativo')
})

test('reports why the status was not changed, until the button is pressed again', async () => {
  const stored = profile(bridges, { id: 501, name: 'Mesa', status: 0 })
  const fake = open('/profile-edit?id=501', [stored])
  fake.use({ accessEffectForesee: () => refuse('profile-name-in-use') })
  const failure = toast('Erro ao atualizar o status do perfil!')
  await button('Ativar perfil').click()
  await expectVisible(failure)
  await expectVisible(alert(taken))
  fake.use(profileHandlers({ modules: [bridges], profiles: [stored] }))
  await button('Ativar perfil').click()
  await expectVisible(proofDialog)
  await expectGone(failure)
})

test('offers no deletion of a system profile, and redirects if the profile does not exist', async () => {
  open('/profile-edit?id=8', [profile(consoleModule, { id: 8, name: 'Usuário Master' })])
  await expect.element(field('Nome')).toHaveValue('Usuário Master')
  await expectMoreActs([])
  await follow('/profile-edit?id=2')
  await expectVisible(toast('Erro inesperado'))
  await expectPath('/profile-list')
  await follow('/profile-edit')
  await expectPath('/profile-list')
})

const tab = (name: string) => tabs.filter({ hasText: name })
const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const facts = page.getByRole('region', { name: 'Dados' })

/** Opens the record of a profile with one function, one of its two actions, and twelve people. */
function openRecord(path: string, values: Partial<Profile> = {}) {
  const [approve, create] = [71, 72]
  const orders = {
    ...moduleFunction(bridges, { name: 'Pedidos' }),
    actions: [
      { id: approve, name: 'Aprovar', path: 'approve', active: true },
      { id: create, name: 'Criar', path: 'create', active: true },
    ],
  }
  const stored = profile(bridges, { id: 501, name: 'Mesa', ...values })
  const alfa = { id: 21, name: 'Operadora Alfa' }
  const holders = Array.from({ length: 12 }, (_, index) => ({
    id: 100 + index,
    name: `Pessoa ${index + 1}`,
    email: `pessoa${index + 1}@operadora.example`,
    suspended: index === 0,
    assignments: [
      { company: alfa, spid: '7101', ...noPeriod, last_used_at: null },
      { company: alfa, spid: '7102', ...noPeriod, last_used_at: null },
      { company: { id: 22, name: 'Operadora Beta' }, spid: null, ...noPeriod, last_used_at: null },
    ],
  }))
  const fake = openPortal(
    path,
    profileHandlers({
      modules: [consoleModule, bridges],
      functions: [orders, moduleFunction(bridges, { name: 'Relatórios' })],
      profiles: [stored],
      held: { 501: [{ id: orders.id, actions: [approve] }] },
    }),
  )
  fake.use({
    profileHolderList: ({ query }) => listPage(holders, query),
    auditList: () => ({ rows: [], names: {}, older: null, newer: null }),
  })
  return fake
}

test('the name in the list leads to the facts, and Editar to the specified form and back', async () => {
  openRecord('/profile-list')
  await link('Mesa').click()
  await expectVisible(heading('Edição de perfil'))
  expect(place()).toEqual({ id: '501', tab: 'summary' })
  for (const text of ['Mesa', 'Voz', 'Pontes', 'Ativo', 'Administrador', 'Admin'])
    await expect.element(facts).toHaveTextContent(text)
  await expectMoreActs(['Excluir perfil'])
  await link('Editar').click()
  await expect.element(field('Nome')).toHaveFocus()
  expect(place()).toEqual({ id: '501' })
  await field('Nome').fill('Mesa nova')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Perfil atualizado com sucesso!'))
  await expect.poll(place).toEqual({ id: '501', tab: 'summary' })
  await expect.element(facts).toHaveTextContent('Mesa nova')
})

test('the numbers of people and functions equal their lists', async () => {
  openRecord('/profile-edit?id=501')
  await expectTexts(tabs, ['Resumo', 'Pessoas (12)', 'Funções e ações (1)', 'Histórico'])
  await tab('Pessoas').click()
  await expectCount(rows, 10)
  await button('Mostrar mais').click()
  await expectCount(rows, 12)
  await expect
    .element(row('Pessoa 1'))
    .toHaveTextContent(/Operadora Alfa \(SPID 7101, 7102\)Operadora Beta.*Bloqueado/)
  await expect.element(link('Pessoa 12')).toHaveAttribute('href', '/user-edit?id=111&tab=access')
  await expectAccessible()
  await tab('Funções e ações').click()
  const items = page.getByRole('list', { name: 'Funções e ações' }).getByRole('listitem')
  await expectTexts(items, ['PedidosAprovar'])
  await expectAccessible()
  await link('Alterar funções').click()
  await expectPath('/profile-edit-function')
})

test('a company sees the facts of a profile of administrators, and changes nothing', async () => {
  const stored = profile(bridges, { id: 501, name: 'Mesa', accredited_enable: true })
  openPortal(
    '/profile-list',
    profileHandlers({ modules: [bridges], profiles: [stored] }),
    viewer(['/profile-list', '/profile-edit']),
  )
  await expectGone(page.getByRole('link', { name: /^Editar/ }))
  await link('Mesa').click()
  await expect.element(facts).toHaveTextContent('Administrador')
  await expect.element(facts).not.toHaveTextContent('Exibido Para')
  await expectTexts(tabs, ['Resumo'])
  await follow('/profile-edit?id=501')
  await expectVisible(facts)
  await expectGone(field('Nome'))
  await expectGone(link('Editar'))
  await expectMoreActs([])
})

test('on a telephone every tab of a profile with a long name fits', async () => {
  await page.viewport(360, 740)
  openRecord('/profile-edit?id=501&tab=summary', { name: 'Supervisão '.repeat(18).trim() })
  for (const name of ['Resumo', 'Pessoas', 'Funções e ações', 'Histórico']) {
    await tab(name).click()
    await expect.element(tab(name)).toHaveAttribute('aria-current', 'page')
    await expectToFit(360)
  }
})
