/** Creating an operator in one step (issue 11, decision 33). */
import type { Page } from '@playwright/test'
import { cnpj, next } from '../test/testing/catalogue-builders.ts'
import { expect, test } from './console.ts'
import { button } from './people-rows.ts'
import { makePlan } from './plan-rows.ts'
import { confirmIdentity, crumbs, proofDialog, row, save, search, toast } from './screen.ts'

const box = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${RegExp.escape(name)}( \\*)?$`) })

/** Fills in company and user with unique values, and returns them. */
async function fillIn(page: Page, name: string) {
  const typed = { name, document: cnpj(next()), email: `master${next()}@nova.example` }
  await expect(page.getByRole('textbox', { name: /^Licenças de Gestão de Acesso/ })).toBeVisible()
  await box(page, 'Nome').fill(name)
  await box(page, 'CNPJ').fill(typed.document)
  await box(page, 'Email').fill('contato@nova.example')
  await box(page, 'Nome completo').fill("Iracema d'Ávila")
  await box(page, 'E-mail').fill(typed.email)
  await box(page, 'Telefone').fill('5541987650001')
  return typed
}

test('an administrator creates company, SPIDs, plan, seats and master user with one identity confirmation', async ({
  page,
  portaria,
  world,
  enter,
}) => {
  const module = await world.module()
  const plan = await makePlan(portaria)
  await portaria.sql.query(
    'insert into plan_modules (plan_id, module_id, seat_limit) values ($1, $2, 7)',
    [plan.id, module.id],
  )
  await enter('/company-list')
  await page.getByRole('link', { name: 'Nova operadora' }).click()
  await expect(crumbs(page)).toHaveText(['Empresas', 'Nova operadora'])
  const { name, email } = await fillIn(page, world.unique('Operadora inteira'))
  await button(page, 'Gerenciar SPID').click()
  const spids = page.getByRole('dialog', { name: 'Gerenciamento de SPID' })
  await spids.getByLabel('SPID', { exact: true }).fill('5501')
  await spids.getByLabel('Descrição').fill('Fixo')
  await spids.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('combobox', { name: 'Planos', exact: true }).fill(plan.name)
  await page.getByRole('option', { name: plan.name }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Planos avulsos' }).fill(module.name)
  await page.getByRole('option', { name: module.name }).click()
  await expect(page.getByRole('combobox', { name: 'Planos avulsos' })).toHaveValue('')
  await box(page, `Licenças de ${module.name} - ${module.service.name}`).fill('2')
  await save(page)
  for (const part of [
    `Cadastrar a operadora ${name}`,
    '5501 · Fixo',
    plan.name,
    'Gestão de Acesso: 1 de 1 em uso, nenhuma livre',
    `${module.name}: 0 de 9 em uso, 9 livres`,
    `Iracema d'Ávila · ${email}`,
    `O convite para o primeiro acesso é enviado para ${email}.`,
  ])
    await expect(proofDialog(page)).toContainText(part)
  await portaria.messageAfter(email, async () => {
    await confirmIdentity(page)
    await expect(toast(page, 'Operadora cadastrada')).toBeVisible()
  })
  await expect(page).toHaveURL(/\/company-list/)
  await search(page).fill(name)
  await expect(row(page, name)).toContainText('Ativo')
  const { rows } = await portaria.sql.query(
    `select up.profile_id, u.company_id = up.company_id as bound from user_profiles up join users u on u.id = up.user_id
     where u.email = $1`,
    [email],
  )
  expect(rows).toEqual([{ profile_id: 8, bound: true }])
})
