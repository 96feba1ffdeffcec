import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Module } from '../../contract/modules.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import {
  catalogueHandlers,
  consoleModule,
  module,
  moduleFunction,
} from '../testing/fake-catalogue.ts'
import { emptyPage, listPage } from '../testing/fake-list.ts'
import { company } from '../testing/fake-companies.ts'
import { plan } from '../testing/fake-plans.ts'
import { profile } from '../testing/fake-profiles.ts'
import { pixel } from '../testing/pixel.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  answer,
  button,
  confirmIdentity,
  expectCount,
  expectGone,
  expectPath,
  expectTexts,
  expectToFit,
  expectVisible,
  field,
  heading,
  place,
  proofDialog,
  row,
  rows,
  save,
  tabs,
  toast,
} from '../testing/screen.ts'
import { viewer, withScreens } from '../testing/signed-in.ts'

const list = '/module-list?serviceId=201'
const changes = 'Deseja salvar as alterações?'
const logo = page.getByRole('region', { name: 'Imagem do módulo' })

const open = (path: string, modules: Module[], handlers: Handlers = {}) =>
  openPortal(path, { ...catalogueHandlers({ modules }), profileList: emptyPage, ...handlers })

const edit = ({ id, service_id }: Module) => `/module-edit?id=${id}&serviceId=${service_id}`

async function upload(content: BlobPart, type = 'image/png'): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('No file input')
  await userEvent.upload(input, new File([content], 'logo.png', { type }))
}

test('creates modules of a service, and lists them', async () => {
  open(list, [module({ name: 'Acordos' })])
  await expectVisible(heading('Módulo'))
  await expectVisible(page.getByText('Serviço: Voz'))
  await page.getByRole('link', { name: 'Novo Módulo' }).click()
  await expectVisible(heading('Cadastro de Módulo'))
  await expectGone(field('Status'))
  await field('Nome').fill('   ')
  await save()
  await expect.element(field('Nome')).toHaveAccessibleDescription('Preencha o nome do módulo!')
  await field('Nome').fill('Tarifas')
  await field('Url').fill('http://Tarifas.example/entrar/')
  await field('Habilitar múltiplos SPIDs').click()
  await expect.element(field('Protocolo')).toHaveValue('http://')
  await expect.element(field('Url')).toHaveValue('tarifas.example/entrar')
  await save()
  await expectVisible(toast('Módulo cadastrado com sucesso!'))
  await expectPath('/module-list')
  expect(place()).toEqual({ serviceId: '201' })
  await expect.element(row('Tarifas')).toHaveTextContent('Ativo')
  await page.getByRole('searchbox', { name: 'Buscar Módulo:' }).fill('tari')
  await expectTexts(rows, ['Tarifas'])
  await page.getByRole('link', { name: 'Editar: Tarifas' }).click()
  await expect.element(field('Habilitar múltiplos SPIDs')).toBeChecked()
  await expect.element(field('Protocolo')).toHaveValue('http://')
})

test('redirects to the services if the URL names none', async () => {
  open('/status', [module({ name: 'Acordos' })])
  for (const path of ['/module-list', '/module-list?serviceId=0']) {
    await follow(path)
    await expectPath('/service-list')
  }
})

test('refuses invalid addresses and an existing name', async () => {
  open('/module-create?serviceId=201', [module({ name: 'Acordos' })], {
    moduleCreate: () => refuse('module-name-in-use'),
  })
  await field('Nome').fill('ACORDOS')
  const invalid = 'Informe um endereço http ou https válido.'
  for (const url of ['javascript:alert(1)', 'https://eu:senha@x.example', 'x.example/?a=1']) {
    await field('Url').fill(url)
    // Wait until the previous error disappears.
    await expect.element(field('Url')).not.toHaveAccessibleDescription(invalid)
    await save()
    await expect.element(field('Url')).toHaveAccessibleDescription(invalid)
  }
  await field('Url').fill('x.example')
  await save()
  await expectVisible(toast('Erro ao cadastrar módulo!'))
  await expect
    .element(field('Nome'))
    .toHaveAccessibleDescription('Já existe um módulo com este nome neste serviço.')
})

test('updates a module; a changed address requires the password, and the confirmation explains its effect on users', async () => {
  const stored = module({ name: 'Acordos' })
  open(edit(stored), [stored])
  await expectVisible(heading('Edição de Módulo'))
  await expect.element(field('Url')).toHaveValue('modulo.example')
  await field('Status').selectOptions('Inativo')
  await save()
  await answer(changes, true)
  await expectVisible(toast('Módulo atualizado com sucesso!'))
  await expectPath('/module-list')
  await expect.element(row('Acordos')).toHaveTextContent('Inativo')
  await follow(edit(stored))
  await field('Url').fill('outro.example')
  await save()
  for (const text of [
    'Atualizar o módulo Acordos',
    'Url: modulo.example → outro.example',
    'Quem entrar no módulo a partir de agora recebe o acesso no endereço novo.',
  ])
    await expect.element(proofDialog).toHaveTextContent(text)
  await confirmIdentity()
  await expectVisible(toast('Módulo atualizado com sucesso!'))
  expect(stored).toMatchObject({ url: 'outro.example', status: 0 })
})

test('explains why the console itself cannot be deactivated', async () => {
  open(edit(consoleModule), [consoleModule], { moduleUpdate: () => refuse('module-of-console') })
  await field('Status').selectOptions('Inativo')
  await save()
  await answer(changes, true)
  await expectVisible(toast('Erro ao atualizar módulo!'))
  await expect
    .element(field('Url'))
    .toHaveAccessibleDescription(
      'Este módulo é a própria Gestão de Acesso: não pode ser inativado nem mudar de endereço.',
    )
})

test('sets, shows and removes a logo, and refuses other files', async () => {
  const stored = module({ name: 'Acordos' })
  open(edit(stored), [stored], {
    moduleLogoUpdate: () => ({ logo: pixel }),
    moduleLogoDelete: () => ({}),
  })
  await expectVisible(button('Escolher imagem'))
  await upload(new Uint8Array(262_145))
  await expectVisible(logo.getByText('A imagem deve ter no máximo 256 KB.'))
  await upload('text', 'text/plain')
  await expectVisible(logo.getByText('Escolha uma imagem PNG, JPEG ou WebP.'))
  await expectAccessible()
  await upload('picture')
  await expectVisible(toast('Imagem atualizada.'))
  await expect.poll(() => logo.element().querySelector('img')?.naturalWidth).toBe(1)
  await expectVisible(button('Trocar imagem'))
  await button('Remover imagem').click()
  await answer('Deseja remover a imagem do módulo?', true)
  await expectVisible(toast('Imagem removida.'))
  await expect.poll(() => logo.element().querySelector('img')).toBeNull()
  await expectVisible(button('Escolher imagem'))
})

const tab = (name: string) => tabs.filter({ hasText: name })
const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const facts = page.getByRole('region', { name: 'Dados' })

const companies = Array.from({ length: 11 }, (_, index) =>
  company({ id: 300 + index, name: `Operadora ${index}` }),
)

/** Opens the portal with a module that has twelve functions, one profile, one plan and eleven companies. */
function openRecord(path: (of: Module) => string, values: Partial<Module> = {}) {
  const stored = module({ name: 'Acordos', secret_generated: true, ...values })
  const functions = Array.from({ length: 12 }, (_, index) =>
    moduleFunction(stored, { name: `Função ${index + 1}` }),
  )
  openPortal(path(stored), {
    ...catalogueHandlers({ modules: [stored], functions }),
    profileList: ({ query }) => listPage([profile(stored, { id: 501, name: 'Mesa' })], query),
    planList: ({ query }) =>
      listPage(Number(query.module_id) === stored.id ? [plan({ id: 51 })] : [], query),
    companyList: ({ query }) =>
      listPage(Number(query.module_id) === stored.id ? companies : [], query),
    moduleLogoUpdate: () => ({ logo: pixel }),
    auditList: () => ({ rows: [], names: {}, older: null, newer: null }),
  })
  return stored
}

test('the name in the list leads to the facts, and Editar to the specified form and back', async () => {
  const { id } = openRecord(() => list)
  await link('Acordos').click()
  await expectVisible(heading('Edição de Módulo'))
  expect(place()).toEqual({ id: String(id), serviceId: '201', tab: 'summary' })
  for (const text of ['Acordos', 'Voz', 'https://modulo.example', 'Ativo', 'Gerada'])
    await expect.element(facts).toHaveTextContent(text)
  await expect
    .element(link('Gerenciar Secret'))
    .toHaveAttribute('href', `/secret-management?moduleId=${id}&serviceId=201`)
  await link('Editar').click()
  await expect.element(field('Nome')).toHaveFocus()
  expect(place()).toEqual({ id: String(id), serviceId: '201' })
  await field('Nome').fill('Acordos novos')
  await save()
  await answer(changes, true)
  await expectVisible(toast('Módulo atualizado com sucesso!'))
  await expect.poll(place).toEqual({ id: String(id), serviceId: '201', tab: 'summary' })
  await expect.element(facts).toHaveTextContent('Acordos novos')
})

test('the numbers of functions and profiles equal their lists', async () => {
  const { id } = openRecord(edit)
  await expectTexts(tabs, [
    'Resumo',
    'Funções (12)',
    'Perfis (1)',
    'Planos (1)',
    'Empresas (11)',
    'Histórico',
  ])
  await tab('Funções').click()
  await expectCount(rows, 10)
  await button('Mostrar mais').click()
  await expectCount(rows, 12)
  await expect
    .element(link('Ver na lista de funções'))
    .toHaveAttribute('href', `/function-list?module_id=${id}`)
  await expectAccessible()
  await tab('Perfis').click()
  await expectTexts(rows, ['Mesa'])
  await expect
    .element(link('Ver na lista de perfis'))
    .toHaveAttribute('href', `/profile-list?module_id=${id}`)
  await expectAccessible()
})

test('the plans and companies of a module are listed in its record', async () => {
  openRecord((of) => `${edit(of)}&tab=plans`)
  await expectTexts(rows, ['Plano Ouro'])
  await expect.element(link('Plano Ouro')).toHaveAttribute('href', '/plan-form?id=51&tab=summary')
  await expectAccessible()
  await tab('Empresas').click()
  await expectCount(rows, 10)
  await button('Mostrar mais').click()
  await expectCount(rows, 11)
  await expect
    .element(link('Operadora 10'))
    .toHaveAttribute('href', '/company-form?id=310&tab=seats')
  await expectAccessible()
})

test('a user of a company sees the plans of the company and no list of companies', async () => {
  const stored = module({ name: 'Acordos' })
  openPortal(
    `${edit(stored)}&tab=companies`,
    {
      ...catalogueHandlers({ modules: [stored] }),
      planList: ({ query }) => listPage([plan()], query),
    },
    viewer(['/module-list', '/module-edit', '/plan-list', '/company-list']),
  )
  await expectTexts(tabs, ['Resumo', 'Planos (1)'])
  await expectVisible(facts)
})

test('a new logo is shown beside the name, and stays when another tab was open', async () => {
  openRecord(edit)
  await expectVisible(button('Escolher imagem'))
  await upload('picture')
  await expectVisible(toast('Imagem atualizada.'))
  await expect.poll(() => document.querySelectorAll('main header img').length).toBe(1)
  await tab('Perfis').click()
  await expectGone(logo)
  await tab('Resumo').click()
  await expect.poll(() => logo.element().querySelector('img')?.naturalWidth).toBe(1)
})

test('an inactive module says so, and everything fits on a telephone', async () => {
  await page.viewport(360, 740)
  openRecord((of) => `${edit(of)}&tab=summary`, {
    status: 0,
    name: 'M'.repeat(30),
    url: `${'longo.'.repeat(30)}example`,
  })
  await expectVisible(page.getByText('Este módulo está inativo: ninguém entra nele pelo portal.'))
  for (const name of ['Resumo', 'Funções', 'Perfis', 'Planos', 'Empresas', 'Histórico']) {
    await tab(name).click()
    await expect.element(tab(name)).toHaveAttribute('aria-current', 'page')
    await expectToFit(360)
  }
})

test('a user who may only read sees the facts and no other part', async () => {
  const stored = module({ name: 'Acordos' })
  openPortal(
    edit(stored),
    catalogueHandlers({ modules: [stored] }),
    withScreens(['/module-list', '/module-edit']),
  )
  await expectVisible(facts)
  await expectTexts(tabs, ['Resumo'])
  await expectGone(link('Editar'))
  await expectGone(logo)
})
