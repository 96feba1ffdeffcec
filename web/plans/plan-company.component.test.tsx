import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { disconnect } from '../testing/fake-api.ts'
import { company } from '../testing/fake-companies.ts'
import { seatEffect, seats } from '../testing/fake-effects.ts'
import { listPage } from '../testing/fake-list.ts'
import {
  loosePlan,
  moduleOfPlan,
  operator,
  planHandlers,
  planModule,
} from '../testing/fake-plans.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  alert,
  choose,
  confirmIdentity,
  expectGone,
  expectPath,
  expectTexts,
  expectVisible,
  heading,
  proofDialog,
  save,
  titledToast,
  toast,
} from '../testing/screen.ts'
import { viewer } from '../testing/signed-in.ts'

const question = 'Deseja salvar mesmo assim?'
const dialog = page.getByRole('dialog', { name: question })
const other = company({ name: 'Operadora Beta' })

/** Opens the screen with the companies of a plan. `operator` has the plan, `other` does not. */
function open(path = '/plan-company-manager?planId=51') {
  const sent: object[] = []
  const change = ({ body }: { body: { plan_id: number; company_id: number[] } }) => {
    sent.push(body)
    return { plan_id: 51, company_id: [] }
  }
  const fake = openPortal(path, {
    ...planHandlers({ companies: [operator] }),
    companyList: ({ query }) => listPage([company(operator), other], query),
    planCompanyAdd: change,
    planCompanyRemove: change,
  })
  return { fake, sent }
}

/** Selects or deselects a company. */
async function toggle(name: string): Promise<void> {
  await choose('Empresas', name)
  await userEvent.keyboard('{Escape}')
}

test('companies are added and removed, sending only the difference', async () => {
  const { fake, sent } = open()
  await expectVisible(heading('Plano / PLANO X EMPRESA'))
  await expectVisible(page.getByText('Plano: Plano Ouro'))
  await toggle(other.name)
  const field = page.getByRole('combobox', { name: 'Empresas' })
  await field.click()
  await userEvent.keyboard('{Backspace}')
  await toggle(other.name)
  await save()
  await expect.element(proofDialog).toHaveTextContent('+1 empresa: Operadora Beta')
  await confirmIdentity()
  await expectVisible(toast('Planos atualizados com sucesso!'))
  await expectPath('/plan-list')
  expect(sent).toEqual([{ plan_id: 51, company_id: [other.id] }])
  expect(fake.calls).not.toContain('planCompanyRemove')
  expect(fake.calls).not.toContain('seatEffectOfPlan')

  await follow('/plan-company-manager?planId=51')
  fake.use({
    seatEffectOfPlan({ body: { company_id } }) {
      expect(company_id).toEqual([21])
      const here = { company: operator, module: moduleOfPlan }
      return seatEffect(here, { used: 1, limit: 2, to: 0 })
    },
  })
  await toggle(operator.name)
  await save()
  await expect
    .element(dialog)
    .toHaveTextContent('Operadora Alfa (Bilhetagem: 1 em uso, licenças 2 → 0)')
  await expect.element(dialog).toHaveTextContent('−1 empresa: Operadora Alfa')
  await confirmIdentity(question)
  await expectVisible(toast('Planos atualizados com sucesso!'))
  expect(sent.slice(1)).toEqual([{ plan_id: 51, company_id: [21] }])
  expect(fake.calls.filter((call) => call === 'planCompanyAdd')).toHaveLength(1)
})

test('a failure is reported and keeps the form', async () => {
  const { fake } = open()
  fake.use({ planCompanyAdd: disconnect })
  await toggle(other.name)
  await save()
  await confirmIdentity()
  await expectVisible(titledToast('Erro', 'Erro ao atualizar Plano'))
  await expectGone(alert('Planos atualizados com sucesso!'))
  await expectVisible(page.getByRole('form').getByText(other.name, { exact: true }))
  await expectPath('/plan-company-manager')
})

test('the screen redirects without its plan, or if the plan does not exist', async () => {
  open('/status')
  for (const path of ['/plan-company-manager', '/plan-company-manager?planId=0']) {
    await follow(path)
    await expectPath('/plan-list')
  }
  await follow('/plan-company-manager?planId=2147483647')
  await expectVisible(titledToast('Erro', 'Erro inesperado'))
  await expectPath('/plan-list')
})

test('users who are not administrators only read plans', async () => {
  const main = page.getByRole('main')
  const person = viewer([
    '/plan-list',
    '/plan-form',
    '/plan-module-manager',
    '/plan-module-manager-form',
    '/plan-company-manager',
    '/plan-loose',
    '/plan-loose-form',
  ])
  const granted = person.functions.map((each) => ({
    ...each,
    actions: ['create', 'update', 'delete'].map((path) => ({ path })),
  }))
  openPortal(
    '/plan-list',
    {
      ...planHandlers({
        modules: [planModule()],
        loose: [loosePlan(4)],
        companies: [operator],
        seats: [
          {
            id: 1,
            company: operator,
            modules: [{ module: moduleOfPlan, ...seats(0, 4), seats: 4 }],
          },
        ],
      }),
      seatsOfCompany: () => ({ company: operator, modules: [] }),
    },
    // Actions that a profile grants do not matter (decision 26).
    { ...person, functions: granted },
  )
  const expectNothingOffered = async (shown: string) => {
    await expectVisible(main.getByText(shown).first())
    await expectGone(main.getByRole('button', { name: /^(Salvar|Remover)/ }))
    await expectGone(main.getByRole('link', { name: /^(Novo|Editar|Adicionar|Alterar)/ }))
  }
  await expectNothingOffered('Plano Ouro')
  await page.getByRole('link', { name: 'Plano Ouro', exact: true }).click()
  await expectVisible(heading('Plano'))
  await expectTexts(main.getByRole('definition'), [
    'Plano Ouro',
    'Ativo',
    '05/03/2019 01:30:00',
    '05/03/2019 01:30:00',
  ])
  const noPlan = 'Somente administradores cadastram planos.'
  for (const [path, shown] of [
    ['/plan-form', noPlan],
    ['/plan-form?id=51&tab=companies', operator.name],
    ['/plan-form?id=51&tab=modules', 'Bilhetagem'],
    ['/plan-module-manager-form?planId=51', noPlan],
    ['/plan-loose-form', noPlan],
    ['/plan-module-manager-form?planId=51&moduleId=31', 'Voz'],
    ['/plan-company-manager?planId=51', operator.name],
    ['/plan-loose-form?id=71&moduleId=31', operator.name],
  ] as const) {
    await follow(path)
    await expectNothingOffered(shown)
    await expectGone(main.getByRole('textbox'))
    await expectGone(main.getByRole('combobox', { name: 'Empresas' }))
  }
  for (const path of ['/plan-module-manager?planId=51', '/plan-loose']) {
    await follow(path)
    await expectNothingOffered('Bilhetagem')
  }
})
