import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessEffect, seats } from '../testing/fake-effects.ts'
import { emptyPage } from '../testing/fake-list.ts'
import { loosePlan, moduleOfPlan, operator, planHandlers } from '../testing/fake-plans.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  confirmIdentity,
  expectCount,
  expectGone,
  expectPath,
  expectVisible,
  field,
  heading,
  proofDialog,
  save,
  toast,
} from '../testing/screen.ts'
import { viewer } from '../testing/signed-in.ts'

const other = { id: 32, name: 'Tarifas', Service: moduleOfPlan.Service }
const seatsOf = (module: typeof other, used: number, limit: number) => ({
  module,
  ...seats(used, limit),
  plans: [],
  loose_plan: null,
})
const seatsOfCompany = () => ({
  company: operator,
  modules: [seatsOf(moduleOfPlan, 3, 3), seatsOf(other, 1, 9)],
})
const place = (loose_plan: { id: number } | null) => ({
  company: operator,
  module: { id: moduleOfPlan.id, name: moduleOfPlan.name },
  ...seats(3, 3),
  loose_plan,
})

test("'Aumentar' opens a new loose plan of the place with five seats, ready to save or to overtype", async () => {
  const fake = openPortal('/user-seats?nearlyFull=1', {
    ...planHandlers({}),
    seatsNearlyFull: () => ({ count: 1, more: false, places: [place(null)] }),
    seatsOfCompany,
  })
  await expectVisible(page.getByText('1 módulo', { exact: true }))
  await page.getByRole('link', { name: 'Aumentar: Bilhetagem em Operadora Alfa' }).click()
  await expectVisible(heading('Cadastro de Plano Avulso'))
  for (const [label, value] of [
    ['Empresa', 'Operadora Alfa'],
    ['Serviço', 'Voz'],
    ['Módulo', 'Bilhetagem'],
    ['Quantidade', '5'],
  ] as const)
    await expect.element(page.getByRole('textbox', { name: label })).toHaveValue(value)
  await expect.element(field('Quantidade')).toHaveFocus()
  await userEvent.keyboard('7')
  await expect.element(field('Quantidade')).toHaveValue('7')
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
    .toHaveTextContent('Cadastrar um plano avulso de Operadora Alfa: Bilhetagem, 7 licenças')
  await confirmIdentity()
  await expectVisible(toast('Plano cadastrado'))
  expect(sent).toEqual([{ company_id: 21, module_id: 31, limit: 7 }])
})

test.each([
  ['an active loose plan of 3 seats to 8', loosePlan(3), '8'],
  ['an active loose plan of 97 seats to the maximum', loosePlan(97), '99'],
  ['an inactive loose plan, which it activates, to 5', loosePlan(3, false), '5'],
])("'Aumentar' raises %s", async (_, loose, limit) => {
  const records = [loose]
  openPortal('/user-seats?nearlyFull=1', {
    ...planHandlers({ loose: records }),
    seatsNearlyFull: () => ({ count: 1, more: false, places: [place({ id: 71 })] }),
    seatsOfCompany,
  })
  await page.getByRole('link', { name: 'Aumentar: Bilhetagem em Operadora Alfa' }).click()
  await expectVisible(heading('Atualização de Plano Avulso'))
  await expect.element(field('Quantidade')).toHaveValue(limit)
  await save()
  await expect.element(proofDialog).toHaveTextContent('Quantidade')
  await confirmIdentity()
  await expectVisible(toast('Plano atualizado'))
  await expectPath('/plan-loose')
  expect(records[0]?.planModule).toMatchObject({ limit: Number(limit), active: true })
})

test("'Aumentar' in a company's row activates the inactive loose plan, because a second one cannot be created", async () => {
  openPortal('/user-seats?companyId=21', {
    seatsOfCompany: () => ({
      company: operator,
      modules: [
        {
          ...seatsOf(moduleOfPlan, 1, 2),
          plans: [{ id: 61, name: 'Plano Básico', seats: 2 }],
          loose_plan: { id: 71, seats: 3, active: false },
        },
        { ...seatsOf(other, 1, 9), loose_plan: { id: 72, seats: 9, active: true } },
      ],
    }),
    seatHolderList: emptyPage,
    companyList: emptyPage,
  })
  const from = (module: string) =>
    page.getByRole('list', { name: `De onde vêm as licenças de ${module}` })
  await expect.element(from('Bilhetagem')).toHaveTextContent('Plano avulso · inativo')
  await expect.element(from('Tarifas')).toHaveTextContent('Plano avulso · 9')
  for (const [name, href] of [
    ['Bilhetagem', '/plan-loose-form?id=71&moduleId=31&add=5'],
    ['Tarifas', '/plan-loose-form?id=72&moduleId=32&add=5'],
  ] as const)
    await expect
      .element(page.getByRole('link', { name: `Aumentar: ${name} em Operadora Alfa` }))
      .toHaveAttribute('href', href)
})

test('the row of the module is marked, in sight and lists who uses it; only administrators can add seats', async () => {
  const many = Array.from({ length: 30 }, (_, n) =>
    seatsOf({ ...other, id: 100 + n, name: `Módulo ${n}` }, 1, 9),
  )
  const handlers = {
    seatsOfCompany: () => ({
      company: operator,
      modules: [...many, seatsOf(moduleOfPlan, 3, 3)],
    }),
    seatHolderList: emptyPage,
    companyList: emptyPage,
  }
  openPortal('/user-seats?companyId=21&module=31', handlers)
  const marked = page.getByRole('listitem').filter({ has: page.getByText('Bilhetagem') })
  await expect.element(marked.first()).toHaveAttribute('aria-current', 'true')
  await expect.element(marked.first()).toBeInViewport()
  await expect
    .element(page.getByRole('button', { name: 'Quem usa Bilhetagem' }))
    .toHaveAttribute('aria-expanded', 'true')
  await expectCount(page.getByRole('link', { name: /^Aumentar/ }), 31)
  await expectVisible(page.getByRole('link', { name: 'Aumentar: Bilhetagem em Operadora Alfa' }))
})

test('a user who is no administrator sees what is nearly full, and no way to add seats', async () => {
  openPortal(
    '/user-seats?nearlyFull=1',
    { seatsNearlyFull: () => ({ count: 1, more: false, places: [place(null)] }) },
    viewer(['/user-list', '/plan-loose-form']),
  )
  await expectVisible(page.getByText('3 de 3'))
  await expectGone(page.getByRole('link', { name: /^Aumentar/ }))
})
