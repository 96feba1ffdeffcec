/** A new company gets SPIDs, a plan and a loose plan; its user enters the modules until the plan ends. */
import { verifierDigit } from '@fnando/cnpj'
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { choose, confirmIdentity, save, toast, menu } from './screen.ts'
import { signIn } from './sign-in-steps.ts'

const opens = (page: Page, module: string) =>
  page.getByRole('button', { name: `Acessar ${module}`, exact: true })

/** Saves, confirms the identity, and waits for the message. */
async function saveAs(page: Page, message: string): Promise<void> {
  await save(page)
  await confirmIdentity(page)
  await expect(toast(page, message)).toBeVisible()
}

test("the modules of a new company appear on its users' access page, and disappear with the plan on their next request", async ({
  page,
  browser,
  portaria,
  world,
  enter,
}) => {
  const ofPlan = await world.module()
  const { service } = ofPlan
  const ofLoosePlan = await world.module({ service_id: service.id })
  const name = world.unique('Operadora de Jornada')
  const planName = world.unique('Plano de Jornada')

  await enter('/company-list')
  await page.getByRole('link', { name: 'Nova Empresa' }).click()
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('CNPJ').pressSequentially(letteredCnpj('j0rnada'))
  await page.getByLabel('Email').fill('jornada@operadora.example')
  await page.getByRole('button', { name: 'Gerenciar SPID' }).click()
  const spids = page.getByRole('dialog', { name: 'Gerenciamento de SPID' })
  for (const [index, spid] of ['9101', '9102', '9103'].entries()) {
    if (index > 0) await spids.getByRole('button', { name: 'Adicionar SPID' }).click()
    await spids.getByRole('textbox', { name: 'SPID', exact: true }).nth(index).fill(spid)
  }
  await spids.getByRole('button', { name: 'Salvar' }).click()
  await expect(spids).toHaveCount(0)
  await saveAs(page, 'Empresa cadastrada')
  await expect(page).toHaveURL(/\/company-list$/)

  await menu(page).getByRole('link', { name: 'Plano', exact: true }).click()
  await page.getByRole('link', { name: 'Novo Plano' }).click()
  await page.getByLabel('Nome').fill(planName)
  await saveAs(page, 'Plano cadastrado')
  await expect(page).toHaveURL(/\/plan-list$/)
  await page.getByRole('searchbox').fill(planName)
  await page.getByRole('link', { name: `Associar a módulo: ${planName}` }).click()
  await page.getByRole('link', { name: 'Adicionar' }).click()
  await choose(page, 'Serviço', service.name)
  await choose(page, 'Módulo', ofPlan.name)
  await page.keyboard.press('Escape')
  await page.getByLabel('Quantidade').fill('1')
  await saveAs(page, 'Plano cadastrado')
  await expect(page).toHaveURL(/\/plan-module-manager\?/)
  await page.getByRole('link', { name: planName }).click()
  await page.getByRole('link', { name: 'Empresas (0)' }).click()
  await page.getByRole('link', { name: 'Alterar empresas' }).click()
  await choose(page, 'Empresas', name)
  await page.keyboard.press('Escape')
  await saveAs(page, 'Planos atualizados com sucesso!')
  await expect(page).toHaveURL(/\/plan-list/)

  await menu(page).getByRole('link', { name: 'Plano Avulso' }).click()
  await page.getByRole('link', { name: 'Novo Plano Avulso' }).click()
  // Wait for the form, because the list also has a field with this name.
  await expect(page.getByRole('heading', { name: 'Cadastro de Plano Avulso' })).toBeVisible()
  await choose(page, 'Empresa', name)
  await choose(page, 'Serviço', service.name)
  await choose(page, 'Módulo', ofLoosePlan.name)
  await page.getByLabel('Quantidade').fill('1')
  await saveAs(page, 'Plano cadastrado')

  // Assign the profiles in the database, which refuses an assignment without a seat.
  const { rows } = await portaria.sql.query<{ id: number; document: string }>(
    'select id, document from companies where name = $1',
    [name],
  )
  const companyId = rows[0]?.id ?? 0
  expect(rows[0]?.document).toBe(letteredCnpj('j0rnada'))
  const person = await world.person()
  for (const module of [ofPlan, ofLoosePlan]) {
    const { id: profileId } = await world.profile(module.id)
    await world.build.assign({ userId: person.id, profileId, companyId, spid: '9102' })
  }
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await signIn(theirs, portaria, person.email)
  await expect(opens(theirs, ofPlan.name)).toBeVisible()
  await expect(opens(theirs, ofLoosePlan.name)).toBeVisible()

  await page.goto(`/company-form?id=${companyId}&tab=seats`)
  const seats = page.getByRole('region', { name: 'Planos e licenças' })
  for (const module of [ofPlan, ofLoosePlan])
    await expect(
      seats.getByRole('listitem').filter({ has: page.getByRole('heading', { name: module.name }) }),
    ).toContainText('1 de 1 licença em uso · nenhuma livre')
  await seats.getByRole('link', { name: planName }).click()
  await page.getByRole('link', { name: 'Editar' }).click()
  await expect(page.getByRole('form', { name: 'Atualização de Plano' })).toBeVisible()
  await page.getByLabel('Status').selectOption('Inativo')
  await save(page)
  await confirmIdentity(page, 'Deseja salvar mesmo assim?')
  await expect(toast(page, 'Plano atualizado')).toBeVisible()

  await theirs.reload()
  await expect(opens(theirs, ofLoosePlan.name)).toBeVisible()
  await expect(opens(theirs, ofPlan.name)).toHaveCount(0)
  await context.close()
})

/** Returns an unmasked CNPJ with these letters. A letter counts as its ASCII code minus 48 (rulings §6). */
function letteredCnpj(letters: string): string {
  const root = letters.toUpperCase().padEnd(8, '0').padEnd(12, '0001')
  const values = Array.from(root, (place) => place.charCodeAt(0) - 48)
  const first = verifierDigit(values)
  return `${root}${first}${verifierDigit([...values, first])}`
}
