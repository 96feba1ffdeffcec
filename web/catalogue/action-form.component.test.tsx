import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
  button,
  expectCount,
  expectGone,
  expectPath,
  expectTexts,
  expectVisible,
  field,
  heading,
  place,
  proofDialog,
  row,
  rows,
  save,
  search,
  toast,
} from '../testing/screen.ts'

const changes = 'Deseja salvar as alterações?'
const fn = () =>
  moduleFunction(module({ name: 'Pontes' }), {
    id: 401,
    name: 'Pedidos',
    actions: ['Criar', 'Cancelar', 'Aprovar'],
  })
const list = '/action-list?functionId=401'
const form = '/action-form?functionId=401'

const open = (path: string, of = fn()): FakeApi =>
  openPortal(path, catalogueHandlers({ modules: [consoleModule], functions: [of] }))

async function expectList(): Promise<void> {
  await expectPath('/action-list')
  expect(place()).toEqual({ functionId: '401' })
}

test('lists the actions of a function, and adds one', async () => {
  open(list)
  await expectVisible(page.getByText('Função: Pedidos'))
  await expectTexts(rows, ['Aprovar', 'Cancelar', 'Criar'])
  await expect.element(row('Aprovar')).toHaveTextContent('Ativo')
  await page.getByRole('searchbox', { name: 'Buscar action' }).fill('aprov')
  await expectTexts(rows, ['Aprovar'])
  await page.getByRole('link', { name: 'Nova Action' }).click()
  await expectVisible(heading('Cadastro de Ação'))
  await expectVisible(page.getByText('Função: Pedidos'))
  await expectGone(field('Status'))
  await save()
  await expect.element(field('Nome')).toHaveAccessibleDescription('Preencha os campos obrigatórios')
  await field('Nome').fill('Arquivar')
  await field('Path').fill('arquivar')
  await save()
  await expectVisible(toast('Ação cadastrada'))
  await expect.poll(place).toEqual({ functionId: '401', search: 'aprov' })
  await search.fill('')
  await expectVisible(row('Arquivar'))
})

test('redirects if the URL names no function or no existing action', async () => {
  open('/status')
  for (const query of ['', '?functionId=', '?functionId=0', '?functionId=-3', '?functionId=x']) {
    await follow(`/action-list${query}`)
    await expectPath('/function-list')
  }
  await follow('/action-form?actionId=0')
  await expectPath('/function-list')
  await follow('/action-form')
  await expectPath('/function-list')
  await follow(`${form}&actionId=0`)
  await expectList()
  await follow(`${form}&actionId=999999`)
  await expectVisible(toast('Erro inesperado'))
  await expectList()
})

test('refuses an action that the function already has, and keeps the input', async () => {
  const fake = open(form)
  fake.use({ actionCreate: () => refuse('action-in-use') })
  await field('Nome').fill('Criar')
  await field('Path').fill('arquivar')
  await save()
  await expectVisible(toast('Ação ou path atualmente em uso.'))
  await expect.element(field('Nome')).toHaveValue('Criar')
  await expect.element(field('Path')).toHaveValue('arquivar')
  await button('Cancelar').click()
  await answer('Deseja realmente cancelar a operação?', true)
  await expectList()
  await expectCount(rows, 3)
})

test('updates an action and its status, and reports refusals and failures', async () => {
  const fake = open(list)
  fake.use({ actionUpdate: () => refuse('action-exists') })
  await page.getByRole('link', { name: 'Editar: Cancelar' }).click()
  await expectVisible(heading('Atualização de Ação'))
  await expect.element(field('Path')).toHaveValue('cancelar')
  await field('Nome').fill('Criar')
  await save()
  await answer(changes, true)
  await expectVisible(toast('Ação já existe'))
  fake.use({ actionUpdate: disconnect })
  await save()
  await answer(changes, true)
  await expectVisible(toast('Erro inesperado.'))
  await expectGone(toast('Ação já existe'))
  const stored = fn()
  fake.use(catalogueHandlers({ modules: [], functions: [stored] }))
  await follow(`${form}&actionId=${stored.actions[1]?.id}`)
  await field('Nome').fill('Desistir')
  await field('Status').selectOptions('Inativo')
  await save()
  await answer(changes, true)
  await expectVisible(toast('Ação atualizada'))
  await expect.element(row('Desistir')).toHaveTextContent('Inativo')
  await expect.element(row('Criar')).toHaveTextContent('Ativo')
})

test('requires the password for an action of the console itself', async () => {
  open(form, moduleFunction(consoleModule, { id: 401, name: 'Usuários' }))
  await expectVisible(page.getByText('Função: Usuários'))
  await field('Nome').fill('Arquivar')
  await save()
  await expect
    .element(proofDialog)
    .toHaveTextContent('Cadastrar a ação Arquivar da função Usuários')
})

test('requires the password if the function became one of the console while the form was open', async () => {
  const fake = open(form)
  fake.use({ actionCreate: () => refuse('identity-confirmation-required') })
  await expectVisible(page.getByText('Função: Pedidos'))
  await field('Nome').fill('Arquivar')
  await save()
  await expect.element(proofDialog).toHaveTextContent('Cadastrar a ação Arquivar da função Pedidos')
})

test('closes the messages of an earlier attempt when the next one starts or is invalid', async () => {
  const fake = open(form)
  const handlers = catalogueHandlers({ modules: [], functions: [fn()] })
  const failure = toast('Erro inesperado.')
  await field('Nome').fill('Arquivar')
  fake.use({ actionCreate: disconnect })
  await save()
  await expectVisible(failure)
  await field('Nome').fill('')
  await save()
  await expectGone(failure)
  await field('Nome').fill('Arquivar')
  await save()
  await expectVisible(failure)
  fake.use(handlers)
  await save()
  await expectVisible(toast('Ação cadastrada'))
  await expectGone(failure)
})
