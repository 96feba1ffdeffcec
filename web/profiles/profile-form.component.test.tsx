import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Profile } from '../../contract/profiles.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect, refuse, type FakeApi } from '../testing/fake-api.ts'
import { consoleModule, module } from '../testing/fake-catalogue.ts'
import { profile, profileHandlers } from '../testing/fake-profiles.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  alert,
  answer,
  button,
  choose,
  confirmIdentity,
  expectCount,
  expectGone,
  expectPath,
  expectTexts,
  expectVisible,
  field,
  heading,
  menu,
  proofDialog,
  row,
  save,
  search,
  toast,
} from '../testing/screen.ts'

const required = 'Preencha todos os campos!'
const taken = 'Já existe um perfil com este nome neste módulo.'
const question = 'Deseja realmente excluir este Perfil?'
const bridges = module({ name: 'Pontes' })
const services = page.getByRole('combobox', { name: 'Serviço' })

const open = (path: string, profiles: Profile[] = []): FakeApi =>
  openPortal(path, profileHandlers({ modules: [consoleModule, bridges], profiles }))

test('lists profiles with their owner and visibility', async () => {
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
  await button('Excluir perfil').click()
  const dialog = page.getByRole('dialog', { name: question })
  await expect.element(dialog).toHaveTextContent('Excluir o perfil Mesa')
  await expect.element(dialog).toHaveTextContent('Quem o possui perde o acesso que ele dá.')
  await expect.element(dialog.getByLabelText('Senha', { exact: true })).toHaveFocus()
  const red = { 'background-color': 'rgb(179, 38, 30)' }
  await expect.element(dialog.getByRole('button', { name: 'Sim' })).toHaveStyle(red)
  await answer(question, false)
  await button('Excluir perfil').click()
  await expectAccessible()
  await confirmIdentity(question)
  await expectVisible(toast('Perfil excluído com sucesso!'))
  await expectPath('/profile-list')
  await expect.element(row('Mesa')).toHaveTextContent('Excluído')
  await page.getByRole('link', { name: 'Editar: Mesa' }).click()
  await expectVisible(button('Ativar perfil'))
  await expectGone(field('Nome'))
  await expectGone(button('Salvar'))
  await expectGone(page.getByRole('main').getByRole('link', { name: 'Funções' }))
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
  await expectGone(button('Excluir perfil'))
  await follow('/profile-edit?id=2')
  await expectVisible(toast('Erro inesperado'))
  await expectPath('/profile-list')
  await follow('/profile-edit')
  await expectPath('/profile-list')
})
