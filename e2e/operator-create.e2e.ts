/** Creating an operator in one step (issue 11, decision 33). */
import type { Page } from '@playwright/test'
import { cnpj, next } from '../test/testing/catalogue-builders.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { button } from './people-rows.ts'
import { makePlan } from './plan-rows.ts'
import {
  confirmIdentity,
  crumbs,
  expectToFit,
  proofDialog,
  row,
  save,
  search,
  toast,
} from './screen.ts'

const box = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${RegExp.escape(name)}( \\*)?$`) })

/** Fills in company and user with unique values, and returns them. */
async function fillIn(page: Page, name: string) {
  const typed = { name, document: cnpj(next()), email: `master${next()}@nova.example` }
  await expect(page.getByRole('textbox', { name: /^Quantidade de Gestão de Acesso/ })).toBeVisible()
  await box(page, 'Nome').fill(name)
  await box(page, 'CNPJ').fill(typed.document)
  await box(page, 'Email').fill('contato@nova.example')
  await box(page, 'Nome completo').fill("Iracema d'Ávila")
  await box(page, 'E-mail').fill(typed.email)
  await box(page, 'Telefone').fill('5541987650001')
  return typed
}

test('an operator is created, refused, and only offered to administrators', async ({
  page,
  portaria,
  world,
  enter,
  checkAxe,
}) => {
  await test.step('an administrator creates company, SPIDs, plan, seats and master user with one identity confirmation', async () => {
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
    await page.getByRole('combobox', { name: 'Planos' }).fill(plan.name)
    await page.getByRole('option', { name: plan.name }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Licenças avulsas' }).fill(module.name)
    await page.getByRole('option', { name: module.name }).click()
    await expect(page.getByRole('combobox', { name: 'Licenças avulsas' })).toHaveValue('')
    await box(page, `Quantidade de ${module.name} - ${module.service.name}`).fill('2')
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
    await checkAxe()
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

  await test.step('a refused part is reported at its field before the identity confirmation', async () => {
    const person = await world.person()
    await follow(page, '/operator-create')
    const { email } = await fillIn(page, world.unique('Operadora recusada'))
    await box(page, 'E-mail').fill(person.email)
    await save(page)
    await expect(box(page, 'E-mail')).toHaveAccessibleDescription(/Erro ao cadastrar usuário!/)
    await expect(box(page, 'Email')).not.toHaveAccessibleDescription(/Erro/)
    await box(page, 'E-mail').fill(email)
    await button(page, 'Remover: Gestão de Acesso - Credenciamento').click()
    await save(page)
    await expect(
      page.getByRole('combobox', { name: 'Licenças avulsas' }),
    ).toHaveAccessibleDescription(/Limite de usuários neste plano excedido/)
    await expect(proofDialog(page)).toHaveCount(0)
    await box(page, 'Nome completo').fill('Iracema')
    await save(page)
    await expect(box(page, 'Nome completo')).toHaveAccessibleDescription(
      'Preencha o campo nome completo!',
    )
  })

  await test.step('fits a phone, and is not available to a master user', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await follow(page, '/operator-create')
    await expect(box(page, 'Nome completo')).toBeVisible()
    await expectToFit(page, 360)
    await enter('/operator-create', (await world.master()).email)
    await expect(page.getByRole('heading', { name: 'NÃO AUTORIZADO' })).toBeVisible()
  })
})
