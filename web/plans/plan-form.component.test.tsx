import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect, refuse } from '../testing/fake-api.ts'
import { accessEffect, seatEffect, seats } from '../testing/fake-effects.ts'
import { moduleOfPlan, operator, plan, planHandlers, planModule } from '../testing/fake-plans.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import { viewer } from '../testing/signed-in.ts'
import {
  answer,
  confirmIdentity,
  expectGone,
  expectMoreActs,
  expectPath,
  expectTexts,
  expectToFit,
  expectVisible,
  field,
  heading,
  noRows,
  place,
  proofDialog,
  row,
  rows,
  save,
  search,
  tabs,
  titledToast,
  toast,
} from '../testing/screen.ts'

const required = 'Preencha os campos obrigatórios'
const headers = page.getByRole('columnheader')

test('the list shows plans with their date in UTC, and links to their modules and companies', async () => {
  openPortal('/plan-list', planHandlers({ seats: [] }))
  await expectVisible(heading('Planos'))
  await expectTexts(headers, ['Nome', 'Data de criação (UTC)', 'Status', 'Ações'])
  await expectVisible(page.getByText('Datas em UTC, três horas à frente de Brasília.'))
  await expect
    .element(row('Plano Ouro').getByRole('cell').first())
    .toHaveTextContent(/^05\/03\/2019 01:30:00$/)
  await expect.element(row('Plano Ouro')).toHaveTextContent('Ativo')
  for (const [label, path, key] of [
    ['Editar', '/plan-form', 'id'],
    ['Associar a módulo', '/plan-module-manager', 'planId'],
    ['Associar a empresa', '/plan-company-manager', 'planId'],
  ] as const) {
    await page.getByRole('link', { name: `${label}: Plano Ouro` }).click()
    await expectPath(path)
    expect(place()).toEqual({ [key]: '51' })
    history.back()
    await expectPath('/plan-list')
  }
  await search.fill('nenhum-plano-se-chama-assim')
  await expectVisible(noRows)
  await search.fill('')
  await follow('/plan-form?id=2147483647')
  await expectVisible(titledToast('Erro', 'Erro inesperado'))
  await expectPath('/plan-list')
})

test('a plan is created after the identity confirmation; an existing name is refused', async () => {
  const plans = [plan()]
  const fake = openPortal('/plan-list', planHandlers({ plans }))
  await page.getByRole('link', { name: 'Novo Plano' }).click()
  await expectVisible(heading('Cadastro de Plano'))
  await expectGone(field('Status'))
  await save()
  await expect.element(field('Nome')).toHaveAccessibleDescription(required)
  await expect.element(field('Nome')).toHaveAttribute('maxlength', '30')
  fake.use({ planCreate: () => refuse('plan-name-in-use') })
  await field('Nome').fill('Plano Ouro')
  await save()
  await confirmIdentity()
  await expectVisible(titledToast('Erro', 'Plano com este nome já existe'))
  fake.use({
    planCreate({ body: { name } }) {
      const created = plan({ id: 52, name })
      plans.push(created)
      return created
    },
  })
  await field('Nome').fill('Plano Prata')
  await save()
  await expect.element(proofDialog).toHaveTextContent('Cadastrar o plano Plano Prata')
  await confirmIdentity()
  await expectVisible(toast('Plano cadastrado'))
  await expectPath('/plan-list')
  await expectVisible(row('Plano Prata'))
})

test('a plan is updated; an existing name is a warning, and any other failure is reported', async () => {
  const fake = openPortal('/plan-form?id=51', planHandlers({}))
  await expectVisible(heading('Atualização de Plano'))
  await expect.element(field('Nome')).toHaveValue('Plano Ouro')
  // The preview refuses what the write would refuse.
  fake.use({
    accessEffectForesee: () => ({
      ...accessEffect(0),
      refused: { code: 'plan-name-taken', message: 'Nome já existe' },
    }),
  })
  await field('Nome').fill('Plano Prata')
  await save()
  await expectVisible(titledToast('Atenção', 'Nome já existe'))
  await expectGone(proofDialog)
  await expect.element(field('Nome')).toHaveAccessibleDescription('Nome já existe')
  fake.use({ accessEffectForesee: () => accessEffect(0), planUpdate: disconnect })
  await save()
  await confirmIdentity()
  await expectVisible(titledToast('Erro', 'Erro ao atualizar Plano'))
  await expectPath('/plan-form')
  fake.use(planHandlers({}))
  await save()
  await confirmIdentity()
  await expectVisible(toast('Plano atualizado'))
  await expectPath('/plan-list')
})

test('names the users who lose access before a plan is deactivated, in one dialog', async () => {
  const places = [{ company: operator, module: moduleOfPlan }] as const
  const fake = openPortal(
    '/plan-form?id=51',
    planHandlers({
      seats: [
        {
          id: 1,
          company: operator,
          modules: [{ module: moduleOfPlan, ...seats(2, 3), seats: 3 }],
        },
      ],
    }),
  )
  fake.use({
    seatEffectOfPlan: () => seatEffect(places[0], { used: 2, limit: 3, to: 0 }),
    accessEffectForesee: () => accessEffect(2, places),
  })
  await field('Status').selectOptions('Inativo')
  await save()
  const question = 'Deseja salvar mesmo assim?'
  const dialog = page.getByRole('dialog', { name: question })
  await expect.element(dialog).toHaveTextContent('Atualizar o plano Plano Ouro')
  await expect
    .element(dialog)
    .toHaveTextContent('Operadora Alfa (Bilhetagem: 2 em uso, licenças 3 → 0)')
  await expect
    .element(dialog)
    .toHaveTextContent('2 pessoas perdem o acesso imediatamente: Bilhetagem (Operadora Alfa).')
  await answer(question, false)
  expect(fake.calls).not.toContain('planUpdate')
  await save()
  await confirmIdentity(question)
  await expectVisible(toast('Plano atualizado'))
  await expect.element(row('Plano Ouro')).toHaveTextContent('Inativo')
})

const tab = (name: string) => tabs.filter({ hasText: name })
const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const facts = page.getByRole('region', { name: 'Dados' })

/** Records of a plan with one module and twelve companies. */
const records = () =>
  planHandlers({
    modules: [planModule()],
    seats: Array.from({ length: 12 }, (_, index) => ({
      id: index + 1,
      company: { id: index + 1, name: `Operadora ${index + 1}` },
      modules: [{ module: moduleOfPlan, ...seats(2, 3), seats: 3 }],
    })),
  })

test('the name in the list leads to the facts in UTC, and Editar to the specified form and back', async () => {
  openPortal('/plan-list', records())
  await link('Plano Ouro').click()
  await expectVisible(heading('Atualização de Plano'))
  expect(place()).toEqual({ id: '51', tab: 'summary' })
  await expect.element(facts).toHaveTextContent('Data de criação (UTC)05/03/2019 01:30:00')
  await expect.element(facts).toHaveTextContent('Ativo')
  await expectMoreActs([])
  await link('Editar').click()
  await expect.element(field('Nome')).toHaveFocus()
  expect(place()).toEqual({ id: '51' })
  await field('Nome').fill('Plano Prata')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Plano atualizado'))
  await expect.poll(place).toEqual({ id: '51', tab: 'summary' })
  await expect.element(facts).toHaveTextContent('Plano Prata')
})

test('the numbers of modules and companies equal their lists', async () => {
  openPortal('/plan-form?id=51', records())
  await expectTexts(tabs, ['Resumo', 'Módulos (1)', 'Empresas (12)', 'Histórico'])
  await tab('Módulos').click()
  await expectTexts(rows, ['Bilhetagem'])
  await expect
    .element(link('Bilhetagem'))
    .toHaveAttribute('href', `/plan-module-manager-form?planId=51&moduleId=${moduleOfPlan.id}`)
  await expectVisible(link('Alterar módulos'))
  await expectAccessible()
  await tab('Empresas').click()
  const region = page.getByRole('region', { name: 'Licenças por empresa' })
  const companies = region.getByRole('heading', { level: 3 })
  await expect.element(region).toHaveTextContent('2 de 3 licenças em uso · 1 livre')
  await expect.poll(() => companies.elements().length).toBe(10)
  await page.getByRole('button', { name: 'Mostrar mais empresas' }).click()
  await expect.poll(() => companies.elements().length).toBe(12)
  await expectAccessible()
  await link('Alterar empresas').click()
  await expectPath('/plan-company-manager')
})

test('a user who may only read sees the facts, and an inactive plan says so on a telephone', async () => {
  await page.viewport(360, 740)
  openPortal(
    '/plan-form?id=51',
    { ...planHandlers({ plans: [plan({ active: false, name: 'Plano'.repeat(6) })] }) },
    viewer(['/plan-list', '/plan-form']),
  )
  await expectVisible(heading('Plano'))
  await expectVisible(
    page.getByText('Este plano está inativo: ele não dá licenças a nenhuma empresa.'),
  )
  await expectVisible(facts)
  await expectGone(link('Editar'))
  for (const name of ['Resumo', 'Empresas']) {
    await tab(name).click()
    await expect.element(tab(name)).toHaveAttribute('aria-current', 'page')
    await expectToFit(360)
  }
})
