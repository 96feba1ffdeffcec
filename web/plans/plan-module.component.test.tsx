import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { disconnect } from '../testing/fake-api.ts'
import { accessEffect, seatEffect, seats } from '../testing/fake-effects.ts'
import { listPage } from '../testing/fake-list.ts'
import { moduleOfPlan, operator, plan, planHandlers, planModule } from '../testing/fake-plans.ts'
import { service } from '../testing/fake-services.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  answer,
  choose,
  confirmIdentity,
  expectCount,
  expectCrumbs,
  expectGone,
  expectPath,
  expectTexts,
  expectVisible,
  field,
  heading,
  place,
  row,
  save,
  titledToast,
  toast,
} from '../testing/screen.ts'

const required = 'Preencha os campos obrigatórios'
const question = 'Deseja salvar mesmo assim?'
const dialog = page.getByRole('dialog', { name: question })
const here = { company: operator, module: moduleOfPlan }
const seatsHere = (used: number, limit: number) => [
  {
    id: 1,
    company: operator,
    modules: [{ module: moduleOfPlan, ...seats(used, limit), seats: limit }],
  },
]

test('the list shows the modules of a plan with their seats, and removes one after a question', async () => {
  const modules = [planModule({ limit: 2 })]
  const fake = openPortal(
    '/plan-module-manager?planId=51',
    planHandlers({ modules, seats: seatsHere(1, 2) }),
  )
  fake.use({
    seatEffectOfPlan: () => seatEffect(here, { used: 1, limit: 2, to: 0 }),
    planModuleInactivate: disconnect,
  })
  await expectVisible(heading('PLANO X SISTEMA X MÓDULO'))
  await expectVisible(page.getByText('Plano: Plano Ouro'))
  await expectCrumbs(['Planos', 'Plano Ouro', 'Módulos'])
  await expectTexts(page.getByRole('columnheader'), [
    'Serviço',
    'Módulo',
    'Quantidade',
    'Status',
    'Ações',
  ])
  for (const text of ['Voz', '2', 'Ativo'])
    await expect.element(row('Bilhetagem')).toHaveTextContent(text)
  await expect
    .element(page.getByRole('region', { name: 'Licenças por empresa' }))
    .toHaveTextContent('1 de 2 licenças em uso · 1 livre')
  const remove = page.getByRole('button', { name: 'Remover: Bilhetagem' })
  const text = 'Deseja realmente remover este módulo do plano?'
  const asked = page.getByRole('dialog', { name: text })
  await remove.click()
  await expect
    .element(asked)
    .toHaveTextContent('Onde: Operadora Alfa (Bilhetagem: 1 em uso, licenças 2 → 0)')
  await expect.element(asked).toHaveTextContent('Remover o módulo Bilhetagem do plano Plano Ouro')
  await answer(text, false)
  await remove.click()
  await confirmIdentity(text)
  await expectVisible(titledToast('Erro', 'Erro ao atualizar Plano'))
  fake.use(planHandlers({ modules }))
  await remove.click()
  await confirmIdentity(text)
  await expectVisible(toast('Plano removido com sucesso!'))
  await expect.element(row('Bilhetagem')).toHaveTextContent('Inativo')
  await expectGone(remove)
})

test('the screens redirect without their plan, or if plan or module do not exist', async () => {
  openPortal('/status', planHandlers({}))
  for (const path of ['/plan-module-manager', '/plan-module-manager-form']) {
    await follow(path)
    await expectPath('/plan-list')
  }
  await follow('/plan-module-manager?planId=2000000000')
  await expectVisible(titledToast('Erro', 'Erro inesperado'))
  await expectPath('/plan-list')
  await follow('/plan-module-manager-form?planId=51&moduleId=2147483647')
  await expectVisible(titledToast('Erro', 'Erro inesperado'))
  await expectPath('/plan-module-manager')
  expect(place()).toEqual({ planId: '51' })
})

test('several modules of a service are added, with at least one seat each', async () => {
  const modules = [
    { id: 31, name: 'Bilhetagem' },
    { id: 32, name: 'Cobrança' },
  ]
  const services = [
    service({ name: 'Voz', modules }),
    service({ name: 'Dados', modules: [{ id: 33, name: 'Roaming' }] }),
  ]
  const stored = [planModule({ module_id: 34, module: { ...moduleOfPlan, id: 34, name: 'Outro' } })]
  const fake = openPortal('/plan-module-manager?planId=51', {
    ...planHandlers({ modules: stored }),
    serviceList: ({ query }) => listPage(services, query),
  })
  await page.getByRole('link', { name: 'Adicionar' }).click()
  await expectVisible(heading('Cadastro de Plano'))
  await expectVisible(page.getByText('Adicionar módulos ao plano Plano Ouro'))
  const seatsField = field('Quantidade')
  await expect.element(page.getByRole('combobox', { name: 'Módulo' })).toBeDisabled()
  await save()
  await expectCount(page.getByText(required), 3)
  // Another service clears the chosen modules.
  await choose('Serviço', 'Dados')
  await choose('Módulo', 'Roaming')
  await userEvent.keyboard('{Escape}')
  await choose('Serviço', 'Voz')
  await expectGone(page.getByText('Roaming', { exact: true }))
  await choose('Módulo', 'Bilhetagem')
  await choose('Módulo', 'Cobrança')
  await userEvent.keyboard('{Escape}')
  await expect.element(seatsField).toHaveAttribute('min', '0')
  await expect.element(seatsField).toHaveAttribute('max', '99')
  for (const [typed, sentence] of [
    ['0', 'O limite deve ser maior que 0'],
    ['100', 'São no máximo 99 licenças.'],
    ['1e2', 'São no máximo 99 licenças.'],
    ['1.5', 'Use um número inteiro.'],
  ] as const) {
    await userEvent.clear(seatsField)
    await userEvent.type(seatsField, typed)
    await expectGone(page.getByText(sentence))
    await save()
    await expectVisible(page.getByText(sentence))
  }
  await seatsField.fill('7')
  const refused = { code: 'plan-module-exists', message: 'O plano já tem este módulo.' }
  fake.use({ accessEffectForesee: () => ({ ...accessEffect(0), refused }) })
  await save()
  await expectVisible(titledToast('Erro', 'Erro ao atualizar Plano'))
  await expect
    .element(page.getByRole('combobox', { name: 'Módulo' }))
    .toHaveAccessibleDescription(/O plano já tem este módulo\./)
  fake.use({
    accessEffectForesee: () => accessEffect(0),
    planModuleCreate({ body: { plan_id, module_id, limit } }) {
      const created = module_id.map((id) =>
        planModule({
          id: 100 + id,
          module_id: id,
          limit,
          module: { ...moduleOfPlan, id, name: modules.find((each) => each.id === id)?.name ?? '' },
        }),
      )
      stored.push(...created)
      return { plan_id, modules: created }
    },
  })
  await save()
  await confirmIdentity()
  await expectVisible(toast('Plano cadastrado'))
  await expectPath('/plan-module-manager')
  expect(place()).toEqual({ planId: '51' })
  for (const { name } of modules) await expect.element(row(name)).toHaveTextContent('7')
})

test('seats and status are changed after the users who lose access or exceed the limit are named', async () => {
  const stored = [planModule()]
  const fake = openPortal(
    '/plan-module-manager-form?planId=51&moduleId=31',
    planHandlers({ plans: [plan()], modules: stored, seats: seatsHere(3, 3) }),
  )
  const sent: (number | undefined)[] = []
  fake.use({
    seatEffectOfPlan({ body: { limit } }) {
      sent.push(limit)
      return seatEffect(here, { used: 3, limit: 3, to: limit ?? 0 })
    },
  })
  await expectVisible(heading('Atualização de Plano'))
  await expectCrumbs(['Planos', 'Plano Ouro', 'Módulos', 'Bilhetagem'])
  for (const [label, value] of [
    ['Serviço', 'Voz'],
    ['Módulo', 'Bilhetagem'],
  ] as const) {
    await expect.element(page.getByLabelText(label, { exact: true })).toHaveValue(value)
    await expect.element(page.getByLabelText(label, { exact: true })).toBeDisabled()
  }
  await expectVisible(page.getByText('Bilhetagem no plano Plano Ouro'))
  await expect.element(field('Quantidade')).toHaveValue(3)
  for (const [typed, sentence] of [
    ['0', 'O limite deve ser maior que 0'],
    ['', required],
  ] as const) {
    await field('Quantidade').fill(typed)
    await save()
    await expectVisible(page.getByText(sentence))
  }
  await field('Quantidade').fill('3')
  await field('Status').selectOptions('Inativo')
  await save()
  await expect
    .element(dialog)
    .toHaveTextContent('Operadora Alfa (Bilhetagem: 3 em uso, licenças 3 → 0)')
  await answer(question, false)
  await field('Status').selectOptions('Ativo')
  await field('Quantidade').fill('1')
  await save()
  await expect.element(dialog).toHaveTextContent('2 pessoas ficam sem licença')
  await expect
    .element(dialog)
    .toHaveTextContent('Operadora Alfa (Bilhetagem: 3 em uso, licenças 3 → 1)')
  await confirmIdentity(question)
  await expectVisible(toast('Plano atualizado'))
  expect(sent).toEqual([undefined, 1])
  expect(stored[0]).toMatchObject({ limit: 1, active: true })
})
