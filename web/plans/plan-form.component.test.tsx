import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { disconnect, refuse } from '../testing/fake-api.ts'
import { accessEffect, seatEffect, seats } from '../testing/fake-effects.ts'
import { moduleOfPlan, operator, plan, planHandlers } from '../testing/fake-plans.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  answer,
  confirmIdentity,
  expectGone,
  expectPath,
  expectTexts,
  expectVisible,
  field,
  heading,
  noRows,
  place,
  proofDialog,
  row,
  save,
  search,
  titledToast,
  toast,
} from '../testing/screen.ts'

const required = 'Preencha os campos obrigatórios'
const headers = page.getByRole('columnheader')

test('the list shows plans with their date in UTC, and links to their modules and companies', async () => {
  openPortal('/plan-list', planHandlers({ seats: [] }))
  await expectVisible(heading('Planos'))
  await expectTexts(headers, ['Nome', 'Data de criação', 'Status', 'Ações'])
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
  await expectVisible(page.getByText('Nenhuma empresa tem este plano ainda.'))
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
  const region = page.getByRole('region', { name: 'Licenças por empresa' })
  await expect.element(region).toHaveTextContent('Operadora Alfa')
  await expect.element(region).toHaveTextContent('2 de 3 licenças em uso · 1 livre')
  await field('Status').selectOptions('Inativo')
  await save()
  const question = 'Deseja salvar mesmo assim?'
  const dialog = page.getByRole('dialog', { name: question })
  await expect.element(dialog).toHaveTextContent('Atualizar o plano Plano Ouro')
  await expect
    .element(dialog)
    .toHaveTextContent('Operadora Alfa (Bilhetagem: 2 em uso, limite 3 → 0)')
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
