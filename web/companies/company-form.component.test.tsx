import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect, refuse } from '../testing/fake-api.ts'
import { company, companyHandlers, holders, type Company } from '../testing/fake-companies.ts'
import { seats } from '../testing/fake-effects.ts'
import { emptyPage } from '../testing/fake-list.ts'
import { moduleOfPlan } from '../testing/fake-plans.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  act,
  answer,
  button,
  confirmIdentity,
  expectCount,
  expectCrumbs,
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
import { viewer } from '../testing/signed-in.ts'

const alfa = () => company({ id: 21, name: 'Operadora Alfa', email: 'alfa@operadora.example' })
const open = (path: string, stored: Company[] = [alfa()]) =>
  openPortal(path, { ...companyHandlers(stored), profileList: emptyPage, serviceList: emptyPage })

async function fill(name: string, document: string): Promise<void> {
  await field('Nome').fill(name)
  await field('CNPJ').fill(document)
  await field('Email').fill('a@b.example')
}

test('the list shows name, e-mail, masked CNPJ, date and status, and opens a company', async () => {
  open('/status')
  await menu.getByRole('link', { name: 'Empresa', exact: true }).click()
  await expectVisible(heading('Empresas'))
  await expectTexts(page.getByRole('columnheader'), [
    'Nome',
    'Email',
    'CNPJ',
    'Data de Criação',
    'Status',
    'Ações',
  ])
  await expectTexts(row('Operadora Alfa').getByRole('cell'), [
    'alfa@operadora.example',
    '12.ABC.345/01DE-35',
    '04/03/2019 09:00:00',
    'Ativo',
    '',
  ])
  await page.getByRole('searchbox', { name: 'Buscar Empresa' }).fill('alfa')
  await page.getByRole('link', { name: 'Editar: Operadora Alfa' }).click()
  await expectPath('/company-form')
  expect(place()).toEqual({ id: '21' })
  await expect.element(field('CNPJ')).toHaveValue('12.ABC.345/01DE-35')
  await expectCrumbs(['Empresas', 'Operadora Alfa'])
  await button('Voltar').click()
  await expectPath('/company-list')
  await follow('/company-form?id=2000000000')
  await expectVisible(toast('Erro inesperado'))
  await expectPath('/company-list')
})

test('a company is created with a CNPJ with letters', async () => {
  const stored: Company[] = []
  open('/company-list', stored)
  await page.getByRole('link', { name: 'Nova Empresa' }).click()
  await expectVisible(heading('Cadastro de Empresa'))
  await expectGone(field('Status'))
  for (const label of ['Nome', 'Email'])
    await expect.element(field(label)).toHaveAttribute('maxlength', '200')
  await save()
  await expectCount(page.getByText('Preencha os campos obrigatórios'), 3)
  await expect.element(field('Nome')).toHaveFocus()
  await field('Nome').fill('Operadora das Letras')
  await userEvent.type(field('CNPJ'), '12abc34501de35')
  await expect.element(field('CNPJ')).toHaveValue('12.ABC.345/01DE-35')
  await field('Email').fill('sem-arroba')
  await save()
  await expect.element(field('Email')).toHaveAccessibleDescription('Email inválido')
  await field('Email').fill('letras@operadora.example')
  await save()
  await expect
    .element(proofDialog)
    .toHaveTextContent('Cadastrar a empresa Operadora das Letras, CNPJ 12.ABC.345/01DE-35')
  await confirmIdentity()
  await expectVisible(toast('Empresa cadastrada'))
  await expectPath('/company-list')
  await search.fill('letras')
  await expectVisible(row('Operadora das Letras'))
  expect(stored).toMatchObject([
    { document: '12ABC34501DE35', email: 'letras@operadora.example', spids: [] },
  ])
})

test('a CNPJ is masked while it is typed, and an invalid one is refused at its field', async () => {
  open('/company-form')
  await userEvent.type(field('CNPJ'), '11222333000181')
  await expect.element(field('CNPJ')).toHaveValue('11.222.333/0001-81')
  for (let index = 0; index < 14; index += 1) await userEvent.keyboard('{ArrowLeft}')
  await userEvent.keyboard('{Backspace}')
  await expect.element(field('CNPJ')).toHaveValue('11.223.330/0018-1')
  await userEvent.keyboard('9')
  await expect.element(field('CNPJ')).toHaveValue('11.922.333/0001-81')
  const spoilt =
    'A planilha transformou este CNPJ em um número, como 9,8E+13. Formate a coluna como texto e informe-o de novo.'
  for (const [typed, sentence] of [
    ['11.222.333/0001-82', 'CNPJ inválido'],
    ['11111111111111', 'CNPJ inválido'],
    // The Cyrillic letter that looks like A.
    ['12\u0410BC34501DE35', 'CNPJ inválido'],
    ['11.222', 'CNPJ inválido'],
    ['9,8E+13', spoilt],
  ] as const) {
    // A valid value first, so that the previous error disappears.
    await fill('Qualquer', '11.222.333/0001-81')
    await expect.element(field('CNPJ')).not.toHaveAccessibleDescription(/CNPJ/)
    await field('CNPJ').fill(typed)
    await save()
    await expect.element(field('CNPJ')).toHaveAccessibleDescription(sentence)
    await expect.element(field('CNPJ')).toHaveFocus()
  }
})

test('shows refusals at their fields and keeps the input', async () => {
  const fake = open('/company-form')
  fake.use({ companyCreate: () => refuse('company-document-in-use') })
  await fill('Outra', '11.222.333/0001-81')
  await save()
  await confirmIdentity()
  const taken = 'Empresa com este CNPJ já existe'
  await expectVisible(toast(taken))
  await expect.element(field('CNPJ')).toHaveAccessibleDescription(taken)
  await expect.element(field('Nome')).toHaveValue('Outra')

  await follow('/company-form?id=21')
  await expectVisible(heading('Atualização de Empresa'))
  fake.use({ companyUpdate: disconnect })
  await field('Nome').fill('Renomeada')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Erro inesperado.'))
  await expect.element(field('Nome')).toHaveValue('Renomeada')
  fake.use({ companyUpdate: () => refuse('company-of-administrators') })
  await field('Status').selectOptions('Inativo')
  await save()
  await confirmIdentity('Deseja inativar esta empresa?')
  await expect
    .element(field('Status'))
    .toHaveAccessibleDescription(
      'Administradores da Gestão de Acesso são desta empresa: ela não pode ser inativada, nem perder um SPID deles.',
    )
})

test('shows which users lose access before a company is deactivated', async () => {
  const stored = [alfa()]
  const fake = open('/company-form?id=21', stored)
  fake.use({
    companyHolders: () => holders({ people: { total: 1, more: false }, names: ['Bia Souza'] }),
  })
  await field('Status').selectOptions('Inativo')
  await save()
  const question = 'Deseja inativar esta empresa?'
  const dialog = page.getByRole('dialog', { name: question })
  const loss = '1 pessoa perde o acesso por esta empresa: Bia Souza.'
  await expect.element(dialog).toHaveTextContent(loss)
  await expect
    .element(dialog)
    .toHaveTextContent('Nada é excluído: tudo volta quando a empresa for ativada.')
  await answer(question, false)
  await save()
  await confirmIdentity(question)
  await expectVisible(toast('Empresa atualizada'))
  expect(stored[0]?.active).toBe(false)
})

/** Twelve people, of which the fake server returns one page. */
const people = Array.from({ length: 12 }, (_, index) => ({
  id: 100 + index,
  name: `Pessoa ${index + 1}`,
  email: `pessoa${index + 1}@operadora.example`,
  phone_number: null,
  status: 2 as const,
  created_at: '2026-03-04T12:00:00.000Z',
  update_at: '2026-03-04T12:00:00.000Z',
  last_access_at: null,
  invited: false,
  password_expired: false,
}))

/** Opens the record of the company Alfa, which has seats, twelve people and two delegations. */
function openRecord(path: string, stored = alfa()) {
  const fake = open(path, [stored])
  const delegation = (id: number, name: string, end: string | null) => ({
    id,
    user_id: id,
    name,
    email: `${id}@operadora.example`,
    company_id: 21,
    company_name: 'Operadora Alfa',
    begin_date: '2026-03-04T12:00:00.000Z',
    end_date: end,
  })
  const delegations = [
    delegation(1, 'Bia Souza', null),
    delegation(2, 'Caio Lima', '2026-04-04T12:00:00.000Z'),
  ]
  fake.use({
    seatsOfCompany: () => ({
      company: { id: 21, name: 'Operadora Alfa' },
      modules: [
        {
          module: moduleOfPlan,
          ...seats(2, 1),
          plans: [{ id: 51, name: 'Plano Ouro', seats: 1 }],
          loose_plan: null,
        },
        {
          module: { ...moduleOfPlan, id: 62, name: 'Disputas' },
          ...seats(3, 10),
          plans: [],
          loose_plan: { id: 9, seats: 10, active: true },
        },
      ],
    }),
    userSearch: ({ body: { filters, pagination } }) => {
      expect(filters.company_id).toBe(21)
      const { page: asked, take } = pagination
      return {
        users: people.slice((asked - 1) * take, asked * take),
        pagination: {
          totalRecords: people.length,
          totalPage: Math.ceil(people.length / take),
          page: asked,
          take,
          more: false,
        },
      }
    },
    companyTemporaryMasters: () => ({ temporary_masters: delegations }),
    delegationRemove({ body: { id } }) {
      delegations.splice(
        delegations.findIndex((each) => each.id === id),
        1,
      )
      return {}
    },
    auditList: () => ({ rows: [], names: {}, older: null, newer: null }),
  })
  return fake
}

const facts = page.getByRole('region', { name: 'Dados' })
const tab = (name: string) => tabs.filter({ hasText: name })
const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

test('the name in the list leads to the facts, and Editar to the specified form and back', async () => {
  const stored = { ...alfa(), spids: [{ spid: '31', description: 'Fixo' }] }
  openRecord('/company-list', stored)
  await link('Operadora Alfa').click()
  await expectVisible(heading('Atualização de Empresa'))
  expect(place()).toEqual({ id: '21', tab: 'summary' })
  for (const text of ['Operadora Alfa', '12.ABC.345/01DE-35', 'Ativo', '04/03/2019 09:00:00'])
    await expect.element(facts).toHaveTextContent(text)
  // The sum over both modules.
  await expect.element(facts).toHaveTextContent('5 de 11 em uso · 1 sem licença')
  await expect.element(page.getByRole('region', { name: 'SPIDs' })).toHaveTextContent('31Fixo')
  await expectGone(field('Nome'))
  await expectMoreActs(['Gerenciar SPID'])
  await link('Editar').click()
  await expect.element(field('Nome')).toHaveFocus()
  expect(place()).toEqual({ id: '21' })
  await field('Nome').fill('Alfa Renomeada')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Empresa atualizada'))
  await expect.poll(place).toEqual({ id: '21', tab: 'summary' })
  await expect.element(facts).toHaveTextContent('Alfa Renomeada')
  await link('Perfis').click()
  await expectPath('/profile-list')
  expect(place()).toMatchObject({ accredit_id: '21' })
})

test('SPIDs are managed from the facts', async () => {
  const stored = alfa()
  openRecord('/company-form?id=21&tab=summary', stored)
  await expectVisible(facts)
  await act('Gerenciar SPID')
  await expectVisible(page.getByRole('dialog', { name: 'Gerenciamento de SPID' }))
})

test('the number of people equals their list, which continues on demand', async () => {
  openRecord('/company-form?id=21')
  await expectTexts(tabs, ['Resumo', 'Pessoas (12)', 'Licenças', 'Delegações (2)', 'Histórico'])
  await tab('Pessoas').click()
  expect(place()).toEqual({ id: '21', tab: 'people' })
  await expectCount(rows, 10)
  await button('Mostrar mais').click()
  await expectCount(rows, 12)
  await expectGone(button('Mostrar mais'))
  await expectAccessible()
  await expect.element(link('Pessoa 12')).toHaveAttribute('href', '/user-edit?id=111&tab=summary')
  await expect
    .element(link('Ver na lista de usuários'))
    .toHaveAttribute('href', '/user-list?company_id=21')
})

test('the seats show the plans that give them, and lead to more', async () => {
  openRecord('/company-form?id=21&tab=seats')
  const region = page.getByRole('region', { name: 'Planos e licenças' })
  await expect.element(region).toHaveTextContent('2 de 1 licença em uso · 1 sem licença')
  await expect.element(region.getByRole('link', { name: 'Plano Ouro' })).toBeVisible()
  await expect.element(region).toHaveTextContent('Plano Ouro · 1')
  await expect
    .element(region.getByRole('link', { name: 'Aumentar: Disputas em Operadora Alfa' }))
    .toHaveAttribute('href', '/plan-loose-form?id=9&moduleId=62&add=5')
  await expectAccessible()
})

test('the number of delegations equals their list, and falls when one ends', async () => {
  openRecord('/company-form?id=21&tab=delegations')
  const delegated = page.getByRole('region', { name: 'Usuários delegados' })
  await expectTexts(delegated.getByRole('rowheader'), ['Bia Souza', 'Caio Lima'])
  await expect.element(delegated.getByRole('row').nth(1)).toHaveTextContent('Indeterminado')
  await expect.element(delegated.getByRole('row').nth(2)).toHaveTextContent('04/04/2026 09:00:00')
  await expectAccessible()
  await delegated.getByRole('button', { name: 'Remover: Bia Souza' }).click()
  await expect.element(proofDialog).toHaveTextContent('Remover a delegação de Bia Souza')
  await confirmIdentity()
  await expectVisible(toast('Delegação removida com sucesso!'))
  await expectTexts(delegated.getByRole('rowheader'), ['Caio Lima'])
  await expect.element(tab('Delegações')).toHaveTextContent('Delegações (1)')
})

test('an inactive company says so, and everything fits on a telephone', async () => {
  await page.viewport(360, 740)
  openRecord('/company-form?id=21&tab=summary', {
    ...alfa(),
    active: false,
    name: 'Operadora '.repeat(20).trim(),
  })
  await expectVisible(page.getByText('Esta empresa está inativa: ninguém acessa módulos por ela.'))
  for (const name of ['Resumo', 'Pessoas', 'Licenças', 'Delegações', 'Histórico']) {
    await tab(name).click()
    await expect.element(tab(name)).toHaveAttribute('aria-current', 'page')
    await expectToFit(360)
  }
})

test('on a telephone the current tab stays in sight when the numbers of the tabs arrive', async () => {
  await page.viewport(360, 740)
  openRecord('/company-form?id=21&tab=history')
  await expectTexts(tabs, ['Resumo', 'Pessoas (12)', 'Licenças', 'Delegações (2)', 'Histórico'])
  const bar = page.getByRole('navigation', { name: 'Partes do registro' }).element()
  const hidden = () =>
    tab('Histórico').element().getBoundingClientRect().right - bar.getBoundingClientRect().right
  await expect.poll(hidden).toBeLessThan(1)
})

test('users who are not administrators only read a company', async () => {
  const person = viewer(['/company-list', '/company-form'])
  // Actions that a profile grants do not matter (decision 25).
  const functions = person.functions.map((each) => ({
    ...each,
    actions: ['create', 'update'].map((path) => ({ path })),
  }))
  const stored = { ...alfa(), spids: [{ spid: '31', description: '' }] }
  openPortal('/company-list', companyHandlers([stored]), { ...person, functions })
  await expectCount(rows, 1)
  for (const name of [/^Nova/, /^Editar/]) await expectGone(page.getByRole('link', { name }))
  await page.getByRole('link', { name: 'Operadora Alfa' }).click()
  await expectVisible(heading('Empresa'))
  await expect.element(page.getByRole('region', { name: 'SPIDs' })).toHaveTextContent('31')
  await expectTexts(tabs, ['Resumo', 'Licenças'])
  await expectGone(link('Editar'))
  await expectMoreActs([])
  await follow('/company-form?id=21')
  await expectVisible(facts)
  await expectGone(page.getByRole('main').getByRole('textbox'))
  // A tab that does not exist for the user opens the facts.
  await follow('/company-form?id=21&tab=delegations')
  await expectVisible(facts)
  await tab('Licenças').click()
  await expectVisible(page.getByRole('region', { name: 'Planos e licenças' }))
  await expectGone(button('Salvar'))
  await expectGone(button('Gerenciar SPID'))
})
