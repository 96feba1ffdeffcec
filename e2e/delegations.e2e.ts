/** Delegation of a company's master role for a period (decision 39). */
import type { Page } from '@playwright/test'
import { dayOf } from '../contract/days.ts'
import { shownDay } from '../contract/shown.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { addUser } from './people-rows.ts'
import type { Portaria } from './portaria.ts'
import {
  confirmIdentity,
  fitListInLightAndDark,
  menu,
  proofDialog,
  row,
  rows,
  save,
  toast,
} from './screen.ts'
import { openConsole, signIn } from './sign-in-steps.ts'
import type { Person, Visitor } from './world.ts'

const place = '/master-delegation'
const atLimit =
  'A empresa já tem as 2 delegações que pode ter ao mesmo tempo. Remova uma, ou espere o fim de uma delas, para fazer outra.'
const noDelegates = 'Ninguém atua como usuário master por delegação.'
const delegationOver =
  'A delegação pela qual você atuava como usuário master terminou. Faça login novamente para usar os seus próprios acessos.'
const inDays = (n: number): string => dayOf(new Date(Date.now() + n * 86_400_000))

/** Creates colleagues of a master user. */
async function team(
  portaria: Portaria,
  { company }: Visitor,
  ...names: string[]
): Promise<Person[]> {
  const people: Person[] = []
  for (const name of names)
    people.push(await addUser(portaria, [company], { name: portaria.world.unique(name) }))
  return people
}

async function choosePerson(page: Page, { name, email }: Person): Promise<void> {
  await page.getByRole('combobox', { name: 'Usuário' }).fill(name)
  await page.getByRole('option', { name: `${name} (${email})` }).click()
}

async function fill(page: Page, person: Person, begin: string, end?: string): Promise<void> {
  await choosePerson(page, person)
  await page.getByLabel('Data de início').fill(begin)
  if (end !== undefined) await page.getByLabel('Data de fim').fill(end)
}

/** Creates a delegation in the database that begins now and has no end. */
async function addDelegation({ sql }: Portaria, master: Visitor, { id }: Person): Promise<void> {
  await sql.query(
    `with created as (
       insert into delegations (user_id, company_id, delegated_by, begin_at) values ($1, $2, $3, now()) returning id)
     insert into delegation_profiles (delegation_id, profile_id) select id, 8 from created`,
    [id, master.company.id, master.id],
  )
}

/** Ends all delegations of the company, so that the next step begins without any. */
const endDelegations = ({ sql }: Portaria, { id, company }: Visitor) =>
  sql.query(
    'update delegations set closed_at = now(), closed_by = $2 where company_id = $1 and closed_at is null',
    [company.id, id],
  )

test.describe('/master-delegation', () => {
  test('delegates the role, explains refusals, and fits', async ({
    page,
    browser,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    test.slow()
    const master = await world.master()
    await test.step("delegates the role: the delegate works with it and sees the delegator's name, until it is removed", async () => {
      const [ana] = await team(portaria, master, 'Ana Delegada')
      if (!ana) throw new Error('The colleagues are missing')
      await enter(place, master.email)
      await expect(page.getByText(noDelegates)).toBeVisible()
      await expect(page.getByText('0 de 2 delegações da empresa')).toBeVisible()
      await fill(page, ana, inDays(0))
      await save(page)
      await expect(proofDialog(page)).toContainText(
        `Delegar o papel de usuário master de ${master.company.name} para ${ana.name}`,
      )
      await expect(proofDialog(page)).toContainText(
        `A delegação vale a partir de ${shownDay(inDays(0))}, sem data de fim.`,
      )
      await confirmIdentity(page)
      await expect(toast(page, 'Delegação realizada com sucesso!')).toBeVisible()
      await expect(row(page, ana.name)).toContainText(ana.email)
      await expect(row(page, ana.name)).toContainText(master.company.name)
      await expect(row(page, ana.name)).toContainText('Indeterminado')
      await expect(page.getByRole('combobox', { name: 'Usuário' })).toHaveValue('')

      const other = await browser.newContext()
      const borrower = await other.newPage()
      await signIn(borrower, portaria, ana.email)
      const work = await openConsole(borrower)
      await expect(work.getByRole('complementary', { name: 'Delegação' })).toHaveText(
        `Você atua por delegação de ${master.name}, sem data de fim.`,
      )
      await menu(work).getByRole('link', { name: 'Usuário', exact: true }).click()
      await expect(rows(work).filter({ hasText: ana.name })).toBeVisible()
      await checkAxe(work)
      await menu(work).getByRole('link', { name: 'Delegação de usuário master' }).click()
      await expect(
        work.getByText('Você não tem um perfil master próprio desta empresa para delegar.'),
      ).toBeVisible()

      await page.getByRole('button', { name: `Remover: ${ana.name}` }).click()
      await expect(proofDialog(page)).toContainText(`Remover a delegação de ${ana.name}`)
      await confirmIdentity(page)
      await expect(toast(page, 'Delegação removida com sucesso!')).toBeVisible()
      await expect(page.getByText(noDelegates)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Usuários delegados' })).toBeFocused()
      await menu(work).getByRole('link', { name: 'Perfil', exact: true }).click()
      await expect(toast(work, delegationOver)).toBeVisible()
      await expect(work).toHaveURL(/\/auth$/)
      await other.close()
    })

    await test.step('shows the period, and sends the end of each day in UTC', async () => {
      await endDelegations(portaria, master)
      const [ana] = await team(portaria, master, 'Ana Delegada')
      if (!ana) throw new Error('The colleagues are missing')
      await follow(page, place)
      await fill(page, ana, inDays(1), inDays(9))
      const sent = page.waitForRequest('**/api/user/delegate-master')
      await save(page)
      await confirmIdentity(page)
      expect((await sent).postDataJSON()).toEqual({
        user_id: ana.id,
        company_id: master.company.id,
        begin_date: `${inDays(1)}T23:59:59.999Z`,
        end_date: `${inDays(9)}T23:59:59.999Z`,
        profiles: [8],
      })
      await expect(row(page, ana.name)).toContainText(`${shownDay(inDays(1))} 00:00:00`)
      await expect(row(page, ana.name)).toContainText(`${shownDay(inDays(9))} 23:59:59`)
    })

    await test.step('shows missing fields and invalid dates before anything is sent', async () => {
      await endDelegations(portaria, master)
      const [ana] = await team(portaria, master, 'Ana Delegada')
      if (!ana) throw new Error('The colleagues are missing')
      await follow(page, place)
      await save(page)
      await expect(page.getByText('Por favor, preencha todos os campos obrigatórios.')).toHaveCount(
        2,
      )
      await fill(page, ana, inDays(-1))
      await save(page)
      await expect(
        page.getByText('Data de início não pode ser menor que a data atual'),
      ).toBeVisible()
      await page.getByLabel('Data de início').fill(inDays(5))
      await page.getByLabel('Data de fim').fill(inDays(4))
      await save(page)
      await expect(
        page.getByText('Data de início não pode ser maior que a data de fim'),
      ).toBeVisible()
      await expect(proofDialog(page)).toHaveCount(0)
    })

    await test.step('reports that a company has reached its limit before any input', async () => {
      await endDelegations(portaria, master)
      const [ana, bia] = await team(portaria, master, 'Ana Lima', 'Bia Melo')
      if (!ana || !bia) throw new Error('The colleagues are missing')
      await addDelegation(portaria, master, ana)
      await addDelegation(portaria, master, bia)
      await follow(page, place)
      await expect(page.getByText(atLimit)).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Usuário' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
    })

    await test.step('refuses a user with a delegation, and a company that has reached its limit', async () => {
      await endDelegations(portaria, master)
      const [ana, bia, caio] = await team(portaria, master, 'Ana Lima', 'Bia Melo', 'Caio Reis')
      if (!ana || !bia || !caio) throw new Error('The colleagues are missing')
      await follow(page, place)
      // The previous step left the screen with two delegations, so wait for the new data.
      await expect(page.getByText('0 de 2 delegações da empresa')).toBeVisible()
      // Another user delegates concurrently. The screen has not loaded this delegation.
      await addDelegation(portaria, master, ana)
      await fill(page, ana, inDays(0))
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Usuário já foi delegado para essa empresa.')).toBeVisible()
      // The screen has now loaded the delegation, and refuses before the identity confirmation.
      await expect(rows(page)).toHaveCount(1)
      await save(page)
      await expect(
        page.getByText('Usuário já foi delegado para essa empresa.').last(),
      ).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Usuário' })).toBeFocused()
      await expect(proofDialog(page)).toHaveCount(0)
      await addDelegation(portaria, master, bia)
      await choosePerson(page, caio)
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Limite de delegações para essa empresa atingido.')).toBeVisible()
      await expect(rows(page)).toHaveCount(2)
      await expect(page.getByText(atLimit)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
      await page.getByRole('button', { name: `Remover: ${bia.name}` }).click()
      await confirmIdentity(page)
      await expect(page.getByRole('combobox', { name: 'Usuário' })).toBeVisible()
      await expect(page.getByText(atLimit)).toHaveCount(0)
    })

    await test.step('reports that delegating or removing failed, and keeps the input', async () => {
      await endDelegations(portaria, master)
      const [ana, bia] = await team(portaria, master, 'Ana Lima', 'Bia Melo')
      if (!ana || !bia) throw new Error('The colleagues are missing')
      await addDelegation(portaria, master, ana)
      await follow(page, place)
      for (const path of ['delegate-master', 'change-user'])
        await page.route(`**/api/user/${path}`, (route) => route.fulfill({ status: 500, json: {} }))
      await fill(page, bia, inDays(0))
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Erro ao realizar a delegação.')).toBeVisible()
      await expect(page.getByLabel('Data de início')).toHaveValue(inDays(0))
      await page.getByRole('button', { name: `Remover: ${ana.name}` }).click()
      await confirmIdentity(page)
      await expect(toast(page, 'Erro ao remover a delegação.')).toBeVisible()
      await expect(row(page, ana.name)).toBeVisible()
      for (const path of ['delegate-master', 'change-user'])
        await page.unroute(`**/api/user/${path}`)
    })

    await test.step('reloads the page if the delegable profiles cannot be read', async () => {
      await endDelegations(portaria, master)
      await follow(page, place)
      await expect(page.getByLabel('Data de início')).toBeVisible()
      await page.route('**/api/user-profile/delegable/*', (route) =>
        route.fulfill({ status: 500, json: {} }),
      )
      await page.reload()
      await expect(toast(page, 'Erro ao buscar permissões para delegar')).toBeVisible()
      const again = page.waitForEvent('load')
      await page.unroute('**/api/user-profile/delegable/*')
      await again
      await expect(page.getByLabel('Data de início')).toBeVisible()
    })

    await test.step('fits a phone and a desktop with the longest names, in light and dark', async () => {
      const name = 'Maria Aparecida Albuquerque de Vasconcelos Figueiredo Montenegro'
      await endDelegations(portaria, master)
      const [ana, bia] = await team(portaria, master, name, 'Bia Melo')
      if (!ana || !bia) throw new Error('The colleagues are missing')
      await addDelegation(portaria, master, ana)
      await addDelegation(portaria, master, bia)
      await follow(page, place)
      await fitListInLightAndDark(page, 'fits a telephone and a desk', {
        count: 2,
        widths: [360, 720, 1440],
      })
    })

    await test.step('redirects to the access page if the session has no company', async () => {
      await endDelegations(portaria, master)
      await follow(page, place)
      await expect(page.getByLabel('Data de início')).toBeVisible()
      await page.evaluate(() => localStorage.removeItem('userData'))
      await page.reload()
      await expect(toast(page, 'Erro ao recuperar a empresa selecionada.')).toBeVisible()
      await expect(page).toHaveURL(/\/access-page$/)
    })
  })

  test('the menu of the next screen shows a delegation that has begun, and no longer one that has ended', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const { sql } = portaria
    const master = await world.master()
    const [ana] = await team(portaria, master, 'Ana Delegada')
    if (!ana) throw new Error('The colleagues are missing')
    const { rows: screens } = await sql.query<{ id: number; name: string }>(
      `select id, name from functions where module_id = 1 and url = '/user-list'`,
    )
    const own = await world.profile(1, {}, screens)
    await world.build.assign({ userId: ana.id, profileId: own.id, companyId: master.company.id })
    await enter('/status', ana.email)
    const profiles = menu(page).getByRole('link', { name: 'Perfil', exact: true })
    await expect(menu(page).getByRole('link', { name: 'Usuário', exact: true })).toBeVisible()
    await expect(profiles).toHaveCount(0)
    await addDelegation(portaria, master, ana)
    await menu(page).getByRole('link', { name: 'Usuário', exact: true }).click()
    await expect(profiles).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Delegação' })).toBeVisible()
    await sql.query('update delegations set closed_at = now(), closed_by = $2 where user_id = $1', [
      ana.id,
      master.id,
    ])
    await page.getByRole('link', { name: 'Início' }).first().click()
    await expect(profiles).toHaveCount(0)
    await expect(page.getByRole('complementary', { name: 'Delegação' })).toHaveCount(0)
  })
})

test('a user without the grant is redirected', async ({ page, viewer, enter }) => {
  const reader = await viewer(['/user-list'])
  await enter(place, reader.email)
  await expect(page).toHaveURL(/\/unallowed$/)
})
