import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { disconnect } from '../testing/fake-api.ts'
import { accessEffect, seatEffect, seats } from '../testing/fake-effects.ts'
import { company } from '../testing/fake-companies.ts'
import { listPage } from '../testing/fake-list.ts'
import { loosePlan, moduleOfPlan, operator, planHandlers } from '../testing/fake-plans.ts'
import { service } from '../testing/fake-services.ts'
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
  heading,
  proofDialog,
  save,
  titledToast,
  toast,
} from '../testing/screen.ts'

const required = 'Preencha os campos obrigatórios'
const question = 'Deseja salvar mesmo assim?'
const dialog = page.getByRole('dialog', { name: question })
const here = { company: operator, module: moduleOfPlan }
const row = page.getByRole('row').filter({ hasText: operator.name })
const seatsOfCompany = (used: number, limit: number) => ({
  company: operator,
  modules: [{ module: moduleOfPlan, ...seats(used, limit), plans: [], loose_plan: null }],
})

test('on a telephone a long label of a card is beside its value, and not under it', async () => {
  await page.viewport(360, 740)
  openPortal('/plan-loose', planHandlers({ loose: [loosePlan(3)] }))
  const cell = await row.getByRole('cell').filter({ hasText: '05/03/2019' }).findElement()
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) throw new Error('The browser has no canvas.')
  pen.font = getComputedStyle(cell).font
  const label = pen.measureText('Data de Atualização (UTC)').width
  const value = document.createRange()
  value.selectNodeContents(cell)
  const [first] = value.getClientRects()
  expect((first?.left ?? 0) - cell.getBoundingClientRect().left).toBeGreaterThan(label)
})

test('the list shows loose plans with their date in UTC, and removes one after a question', async () => {
  const loose = [loosePlan(3)]
  const fake = openPortal('/plan-loose', planHandlers({ loose }))
  fake.use({
    seatEffectOfLoosePlan: () => seatEffect(here, { used: 2, limit: 3, to: 0 }),
    loosePlanInactivate: disconnect,
  })
  await expectVisible(heading('Plano Avulso'))
  await expectTexts(page.getByRole('columnheader'), [
    'Empresa',
    'Serviço',
    'Módulo',
    'Data de Atualização (UTC)',
    'Quantidade',
    'Status',
    'Ações',
  ])
  await expectVisible(page.getByText('Datas em UTC, três horas à frente de Brasília.'))
  await expectTexts(row.getByRole('cell'), [
    'Voz',
    'Bilhetagem',
    '05/03/2019 01:30:00',
    '3',
    'Ativo',
    '',
  ])
  const remove = page.getByRole('button', { name: 'Remover: Operadora Alfa, Bilhetagem' })
  const text = 'Deseja realmente remover este plano avulso?'
  await remove.click()
  await expect
    .element(page.getByRole('dialog', { name: text }))
    .toHaveTextContent('Operadora Alfa (Bilhetagem: 2 em uso, licenças 3 → 0)')
  await answer(text, false)
  await remove.click()
  await confirmIdentity(text)
  await expectVisible(titledToast('Erro', 'Erro ao atualizar Plano'))
  fake.use(planHandlers({ loose }))
  await remove.click()
  await expect
    .element(page.getByRole('dialog', { name: text }))
    .toHaveTextContent('Por enquanto, ninguém ganha nem perde acesso com isso.')
  await confirmIdentity(text)
  await expectVisible(toast('Plano removido com sucesso!'))
  await expect.element(row).toHaveTextContent('Inativo')
  await expectGone(remove)
  await follow('/plan-loose-form?id=2147483647&moduleId=1')
  await expectVisible(titledToast('Erro', 'Erro inesperado'))
  await expectPath('/plan-loose')
})

test('a loose plan is created with 1 to 99 seats, and a second one is refused at its field', async () => {
  const fake = openPortal('/plan-loose', {
    ...planHandlers({}),
    companyList: ({ query }) => listPage([company(operator)], query),
    serviceList: ({ query }) =>
      listPage([service({ ...moduleOfPlan.Service, modules: [moduleOfPlan] })], query),
  })
  await page.getByRole('link', { name: 'Novo Plano Avulso' }).click()
  await expectVisible(heading('Cadastro de Plano Avulso'))
  await expect.element(page.getByRole('combobox', { name: 'Módulo' })).toBeDisabled()
  await save()
  await expectCount(page.getByText(required), 4)
  await choose('Empresa', 'Operadora Alfa')
  await choose('Serviço', 'Voz')
  await choose('Módulo', 'Bilhetagem')
  for (const [typed, expected] of [
    ['0', '1'],
    ['250', '99'],
    ['1e1', '11'],
    ['a', ''],
  ] as const) {
    await userEvent.clear(field('Quantidade'))
    await userEvent.type(field('Quantidade'), typed)
    await expect.element(field('Quantidade')).toHaveValue(expected)
  }
  await field('Quantidade').fill('12')
  const message = 'A empresa já tem um plano avulso deste módulo.'
  fake.use({
    accessEffectForesee: () => ({
      ...accessEffect(0),
      refused: { code: 'loose-plan-exists', message },
    }),
  })
  await save()
  await expectVisible(titledToast('Erro', 'Erro ao atualizar Plano'))
  await expect
    .element(page.getByRole('combobox', { name: 'Módulo' }))
    .toHaveAccessibleDescription(message)
  const sent: object[] = []
  fake.use({
    accessEffectForesee: () => accessEffect(0),
    loosePlanCreate({ body }) {
      sent.push(body)
      return loosePlan(body.limit)
    },
  })
  await save()
  await expect
    .element(proofDialog)
    .toHaveTextContent('Cadastrar um plano avulso de Operadora Alfa: Bilhetagem, 12 licenças')
  await confirmIdentity()
  await expectVisible(toast('Plano cadastrado'))
  await expectPath('/plan-loose')
  expect(sent).toEqual([{ company_id: 21, module_id: 31, limit: 12 }])
})

test('a limit is lowered after the users over it are named, and an inactive plan is reactivated', async () => {
  const loose = [loosePlan(3)]
  const fake = openPortal('/plan-loose-form?id=71&moduleId=31', planHandlers({ loose }))
  const sent: (number | undefined)[] = []
  fake.use({
    seatsOfCompany: () => seatsOfCompany(3, 3),
    seatEffectOfLoosePlan({ body: { limit } }) {
      sent.push(limit)
      return seatEffect(here, { used: 3, limit: 3, to: limit ?? 0 })
    },
  })
  await expectVisible(heading('Atualização de Plano Avulso'))
  for (const [label, value] of [
    ['Empresa', 'Operadora Alfa'],
    ['Serviço', 'Voz'],
    ['Módulo', 'Bilhetagem'],
    ['Quantidade', '3'],
  ] as const)
    await expect.element(page.getByRole('textbox', { name: label })).toHaveValue(value)
  await expectVisible(page.getByText('3 de 3 licenças em uso · nenhuma livre'))
  await field('Quantidade').fill('2')
  await save()
  await expect.element(dialog).toHaveTextContent('1 pessoa fica sem licença')
  await answer(question, false)
  await field('Status').selectOptions('Inativo')
  await save()
  await expect
    .element(dialog)
    .toHaveTextContent('Operadora Alfa (Bilhetagem: 3 em uso, licenças 3 → 0)')
  await confirmIdentity(question)
  await expectVisible(toast('Plano atualizado'))
  await expectPath('/plan-loose')
  expect(loose[0]?.planModule).toMatchObject({ limit: 2, active: false })

  await follow('/plan-loose-form?id=71&moduleId=31')
  await expect.element(field('Status')).toHaveValue('0')
  await field('Status').selectOptions('Ativo')
  fake.use(planHandlers({ loose }))
  await save()
  await confirmIdentity()
  await expectVisible(toast('Plano atualizado'))
  expect(loose[0]?.planModule.active).toBe(true)
  expect(sent).toEqual([2, undefined])
})

test('reports that the seats could not be read, and retries', async () => {
  const fake = openPortal(
    '/plan-loose-form?id=71&moduleId=31',
    planHandlers({ loose: [loosePlan(3)] }),
  )
  fake.use({ seatsOfCompany: disconnect })
  const region = page.getByRole('region', { name: 'Licenças de Bilhetagem' })
  await expect
    .element(region.getByRole('alert'))
    .toHaveTextContent('Não foi possível carregar a lista.')
  fake.use({ seatsOfCompany: () => seatsOfCompany(2, 3) })
  await region.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect.element(region).toHaveTextContent('2 de 3 licenças em uso · 1 livre')
})
