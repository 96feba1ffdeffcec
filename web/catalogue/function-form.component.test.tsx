import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FunctionWithActions } from '../../contract/functions.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect, refuse, type FakeApi } from '../testing/fake-api.ts'
import {
  catalogueHandlers,
  consoleModule,
  module,
  moduleFunction,
} from '../testing/fake-catalogue.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  answer,
  choose,
  confirmIdentity,
  expectCount,
  expectGone,
  expectPath,
  expectTexts,
  expectVisible,
  field,
  focus,
  heading,
  noRows,
  place,
  proofDialog,
  row,
  save,
  search,
  toast,
} from '../testing/screen.ts'

const required = 'Preencha todos os campos!'
const changes = 'Deseja salvar as alterações?'
const [bridges, links] = [module({ name: 'Pontes' }), module({ name: 'Vias' })]
const orders = () => moduleFunction(bridges, { name: 'Pedidos', code: 'EXE01' })
const newFunction = page.getByRole('link', { name: 'Nova Função' })
const modules = page.getByRole('combobox', { name: 'Módulo' })
const listOfChanges = page.getByRole('list', { name: 'O que muda' }).getByRole('listitem')

const open = (path: string, functions: FunctionWithActions[] = []): FakeApi =>
  openPortal(path, catalogueHandlers({ modules: [consoleModule, bridges, links], functions }))

test('lists functions with module and url, and links to their actions', async () => {
  const { id } = { id: 401 }
  open('/function-list', [moduleFunction(bridges, { id, name: 'Pedidos' })])
  await expectVisible(heading('Função'))
  await page.getByRole('searchbox', { name: 'Buscar Função' }).fill('balcao de pedidos x')
  await expectVisible(noRows)
  await search.fill('pedidos')
  await expectTexts(row('Pedidos').getByRole('cell').nth(0), ['Pontes'])
  await expectTexts(row('Pedidos').getByRole('cell').nth(1), ['pedidos'])
  await page.getByRole('columnheader').getByRole('button', { name: 'Módulo' }).click()
  await expect.poll(place).toMatchObject({ sort: 'module' })
  await page.getByRole('link', { name: 'Ações: Pedidos' }).click()
  await expectPath('/action-list')
  expect(place()).toEqual({ functionId: '401' })
  await expectVisible(page.getByText('Função: Pedidos'))
})

test('requires name, module and url, and creates a function of a module', async () => {
  open('/function-list')
  await newFunction.click()
  await expectVisible(heading('Cadastro de Função'))
  await expectGone(field('Status'))
  await expectGone(field('Ambiente'))
  await save()
  await expectCount(page.getByText(required), 3)
  await field('Nome').fill('Faturas')
  await choose('Módulo', 'Pontes')
  await field('Url').fill('faturas')
  await field('Código').fill('FAT-1')
  await save()
  await expect.element(field('Código')).toHaveAccessibleDescription('Use apenas letras e números.')
  await field('Código').fill('FAT1')
  await field('Exibir para empresas').click()
  await save()
  await expectVisible(toast('Função cadastrada com sucesso!'))
  await expectPath('/function-list')
  await expectTexts(row('Faturas').getByRole('cell').nth(0), ['Pontes'])
  await expectTexts(row('Faturas').getByRole('cell').nth(1), ['faturas'])
})

test('refuses a url and a code that the module already has', async () => {
  const fake = open('/function-create')
  fake.use({ functionCreate: () => refuse('function-place-in-use') })
  await field('Nome').fill('Outra')
  await choose('Módulo', 'Pontes')
  await field('Url').fill('/pedidos')
  await save()
  await expectVisible(toast('Erro ao cadastrar função!'))
  await expect
    .element(field('Url'))
    .toHaveAccessibleDescription('Já existe uma função com esta url neste módulo.')
  fake.use({ functionCreate: () => refuse('function-code-in-use') })
  await field('Url').fill('outra')
  await field('Código').fill('EXE01')
  await save()
  await expect
    .element(field('Código'))
    .toHaveAccessibleDescription('Já existe uma função com este código neste módulo.')
})

test('works by keyboard alone, including the select of modules', async () => {
  open('/function-list')
  await focus(newFunction)
  await userEvent.keyboard('{Enter}')
  await expectVisible(heading('Cadastro de Função'))
  await expect.element(field('Nome')).toHaveFocus()
  await userEvent.keyboard('Só teclado')
  await userEvent.tab()
  // Typing after moving to an option selects the first match.
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(modules).toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('vias')
  await expectTexts(page.getByRole('option'), ['Vias'])
  await userEvent.keyboard('{Enter}')
  await expect.element(modules).toHaveValue('Vias')
  await userEvent.tab()
  await expect.element(modules).toHaveValue('Vias')
  await userEvent.keyboard('so-teclado{Enter}')
  await expectVisible(toast('Função cadastrada com sucesso!'))
  await expectPath('/function-list')
})

test('asks for environment and method only for the console; a screen always has GET', async () => {
  open('/function-create')
  await choose('Módulo', 'Gestão de Acesso')
  await save()
  await expect.element(field('Ambiente')).toHaveAccessibleDescription(required)
  await expect.element(field('Método')).toHaveAccessibleDescription(required)
  await field('Ambiente').selectOptions('front')
  await expect.element(field('Método')).toBeDisabled()
  await expect.element(field('Método')).toHaveValue('GET')
  const endpoint = page.getByRole('combobox', { name: 'Endpoint do servidor' })
  await expectGone(endpoint)
  await field('Ambiente').selectOptions('back')
  await expect.element(field('Método')).toBeEnabled()
  await expectAccessible()
  await field('Nome').fill('Integração de módulos')
  await choose('Endpoint do servidor', 'PUT /module/{id}')
  await expect.element(field('Método')).toHaveValue('PUT')
  await expect.element(field('Url')).toHaveValue('module/{id}')
  await save()
  await expect
    .element(proofDialog)
    .toHaveTextContent('Cadastrar a função Integração de módulos da Gestão de Acesso')
  await expectAccessible()
  await confirmIdentity()
  await expectVisible(toast('Função cadastrada com sucesso!'))
  await follow('/function-create')
  await choose('Módulo', 'Gestão de Acesso')
  await expectVisible(field('Ambiente'))
  await choose('Módulo', 'Pontes')
  await expectGone(field('Ambiente'))
})

test('lists the changes of a save with names, and keeps the input after Não', async () => {
  const stored = orders()
  open(`/function-edit?id=${stored.id}`, [stored])
  await expectVisible(heading('Editar Função'))
  await expect.element(field('Url')).toHaveValue('pedidos')
  await expect.element(modules).toHaveValue('Pontes')
  await choose('Módulo', 'Vias')
  await field('Código').fill('P1')
  await field('Exibir para empresas').click()
  await field('Status').selectOptions('Inativo')
  await save()
  await expectTexts(listOfChanges, [
    'Módulo: Pontes → Vias',
    'Código: EXE01 → P1',
    'Exibir para empresas: Não → Sim',
    'Status: Ativo → Inativo',
  ])
  const dialog = page.getByRole('dialog', { name: changes })
  await expect.element(dialog.getByRole('button', { name: 'Sim' })).toHaveFocus()
  await expectAccessible()
  await answer(changes, false)
  await expect.element(field('Código')).toHaveValue('P1')
  await save()
  await answer(changes, true)
  await expectVisible(toast('Função atualizada com sucesso!'))
  await expectPath('/function-list')
  await expect.element(row('Pedidos')).toHaveTextContent('Inativo')
})

test('lists the environment and method that a function of the console gets', async () => {
  const stored = orders()
  open(`/function-edit?id=${stored.id}`, [stored])
  await choose('Módulo', 'Gestão de Acesso')
  await field('Ambiente').selectOptions('front')
  await save()
  await expectTexts(proofDialog.getByRole('list', { name: 'O que muda' }).getByRole('listitem'), [
    'Módulo: Pontes → Gestão de Acesso',
    'Ambiente: (vazio) → Front (tela)',
    'Método: (vazio) → GET',
  ])
  await proofDialog.getByRole('button', { name: 'Cancelar' }).click()
  await choose('Módulo', 'Vias')
  await save()
  await expectTexts(listOfChanges, ['Módulo: Pontes → Vias'])
})

test('redirects if the function does not exist', async () => {
  open('/status')
  await follow('/function-edit?id=999999')
  await expectVisible(toast('Erro inesperado'))
  await expectPath('/function-list')
  await follow('/function-edit')
  await expectPath('/function-list')
})

test('explains why a console screen cannot change, and reports any other failure', async () => {
  const stored = moduleFunction(consoleModule, {
    name: 'Usuários',
    url: '/user-list',
    environment: 'front',
    method: 'GET',
  })
  const fake = open(`/function-edit?id=${stored.id}`, [stored])
  fake.use({ functionUpdate: () => refuse('function-of-console') })
  await field('Status').selectOptions('Inativo')
  await save()
  await expect.element(proofDialog).toHaveTextContent('Status: Ativo → Inativo')
  await confirmIdentity()
  await expectVisible(toast('Erro ao atualizar a função!'))
  const reason = toast(
    'Esta função é uma tela da Gestão de Acesso: só nome, código e exibição para empresas podem mudar.',
  )
  await expectVisible(reason)
  fake.use({ functionUpdate: disconnect })
  await save()
  await confirmIdentity()
  await expectGone(reason)
  await expectCount(toast('Erro ao atualizar a função!'), 1)
})

test('carries no input over to the next record', async () => {
  const [one, other] = [orders(), moduleFunction(bridges, { name: 'Faturas' })]
  open(`/function-edit?id=${one.id}`, [one, other])
  await expect.element(field('Nome')).toHaveValue('Pedidos')
  await field('Nome').fill('Alterado')
  // A URL changed this way bypasses the question about unsaved input.
  history.pushState({}, '', `/function-edit?id=${other.id}`)
  await expect.element(field('Nome')).toHaveValue('Faturas')
  await expectVisible(page.getByRole('button', { name: 'Voltar' }))
})
