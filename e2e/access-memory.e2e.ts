/** The access page remembers the selection, the last module and its SPID. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { companies, modules, openModule, passSignIn, services } from './sign-in-steps.ts'
import type { World } from './world.ts'

const exampleModule = 'Módulo de Exemplo'
const recent = (page: Page) => page.getByRole('region', { name: 'Recentes e favoritos' })
/** The tiles, without their stars. */
const tiles = (page: Page) => recent(page).getByRole('button', { name: /^(?!Favorito: )/ })
const spidDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Empresa com múltiplos SPIDs, por favor selecione um' })

/** Creates a company with three SPIDs and another company. */
const twoCompanies = async ({ build }: World) => [
  await build.company({ spids: ['8101', '8102', '8103'] }),
  await build.company(),
]

/** Enters the example module of a company with one of several SPIDs. */
async function enterWith(page: Page, company: string, spid: string): Promise<void> {
  await companies(page).getByRole('button', { name: company }).click()
  await page.getByRole('button', { name: `Acessar ${exampleModule}` }).click()
  const opened = page.context().waitForEvent('page')
  await spidDialog(page).getByRole('button', { name: spid }).click()
  const module = await opened
  await expect(module.getByText(spid)).toBeVisible()
  await module.close()
}

test.describe('/access-page', () => {
  test('remembers the last entry', async ({ page, portaria, world, openAccessPage, checkAxe }) => {
    await test.step('keeps company and service on a reload and on a later visit', async () => {
      const first = await world.module()
      const person = await world.visitor({
        moduleId: first.id,
        companies: [await world.build.company(), await world.build.company()],
      })
      const second = await world.module()
      await world.grantModule(person, person.company.id, second.id)
      await openAccessPage(person.email)
      const expectChoice = async () => {
        const pressed = { pressed: true }
        await expect(companies(page).getByRole('button', pressed)).toContainText(
          person.company.name,
        )
        await expect(services(page).getByRole('button', pressed)).toContainText(second.service.name)
        await expect(
          modules(page).getByRole('button', { name: `Acessar ${second.name}` }),
        ).toBeVisible()
      }
      await companies(page).getByRole('button', { name: person.company.name }).click()
      await services(page).getByRole('button', { name: second.service.name }).click()
      await expectChoice()
      await page.reload()
      await expectChoice()
      await page.goto('/status')
      await expect(page.getByRole('heading', { name: 'Sua sessão' })).toBeVisible()
      await page.goBack()
      await expectChoice()
      await page.goBack()
      await expect(services(page).getByRole('button', { pressed: true })).toHaveCount(0)
      await expect(services(page).getByRole('button')).toHaveCount(2)
    })

    await test.step('offers the last module with company and SPID in one click', async () => {
      const [several, single] = await twoCompanies(world)
      if (!several || !single) throw new Error('The two companies are missing')
      const person = await world.visitor({ companies: [several, single] })
      await openAccessPage(person.email)
      await enterWith(page, several.name, '8103')
      await companies(page).getByRole('button', { name: single.name }).click()
      const other = await openModule(page, exampleModule)
      await expect(other.getByText(single.name)).toBeVisible()

      const places = tiles(page)
      const went = [single.name, `${several.name} · SPID 8103`]
      // While the page is open, no tile moves.
      await expect(places).toContainText(went.toReversed())
      await page.reload()
      await expect(places).toContainText(went)
      await checkAxe()
      const opened = page.context().waitForEvent('page')
      await places.nth(1).click()
      const module = await opened
      await expect(module.getByText('8103')).toBeVisible()
      await expect(module.getByText(several.name)).toBeVisible()
    })

    await test.step('keeps a favourite with its SPID until its access ends', async () => {
      const [several, single] = await twoCompanies(world)
      if (!several || !single) throw new Error('The two companies are missing')
      const person = await world.visitor({ companies: [several, single] })
      await openAccessPage(person.email)
      await enterWith(page, several.name, '8103')
      const star = recent(page).getByRole('button', { name: /^Favorito: .*SPID 8103$/ })
      await star.click()
      await expect(star).toHaveAttribute('aria-pressed', 'true')
      await expect
        .poll(async () => {
          const { rows } = await portaria.sql.query<{ spid: string }>(
            'select spid from module_favourites where user_id = $1',
            [person.id],
          )
          return rows.map(({ spid }) => spid)
        })
        .toEqual(['8103'])
      await page.reload()
      await expect(star).toHaveAttribute('aria-pressed', 'true')
      const opened = page.context().waitForEvent('page')
      await tiles(page).click()
      await expect((await opened).getByText('8103')).toBeVisible()
      await portaria.sql.query('delete from user_profiles where user_id = $1 and company_id = $2', [
        person.id,
        several.id,
      ])
      await page.bringToFront()
      await page.reload()
      await expect(companies(page).getByRole('button')).toHaveCount(1)
      await expect(star).toHaveCount(0)
    })

    await test.step('offers neither a module without access nor a deleted SPID', async () => {
      const [several, single] = await twoCompanies(world)
      if (!several || !single) throw new Error('The two companies are missing')
      const person = await world.visitor({ companies: [several, single] })
      await openAccessPage(person.email)
      await enterWith(page, several.name, '8103')
      await page.reload()
      await expect(tiles(page)).toHaveCount(1)
      await portaria.sql.query(`delete from spids where company_id = $1 and spid = '8103'`, [
        several.id,
      ])
      await tiles(page).click()
      await expect(spidDialog(page).getByRole('button', { name: '8102' })).toBeVisible()
      await expect(spidDialog(page).getByRole('button', { pressed: true })).toHaveCount(0)
      await portaria.sql.query('delete from user_profiles where user_id = $1 and company_id = $2', [
        person.id,
        several.id,
      ])
      await page.reload()
      await expect(companies(page).getByRole('button')).toHaveCount(1)
      await expect(recent(page)).toHaveCount(0)
    })
  })

  test('proposes the last SPID during the session and forgets it afterwards', async ({
    page,
    portaria,
    world,
    openAccessPage,
  }) => {
    const both = await twoCompanies(world)
    const [several] = both
    if (!several) throw new Error('The company is missing')
    const person = await world.visitor({ companies: both })
    const proposed = spidDialog(page).getByRole('button', { pressed: true })
    const ask = async () => {
      await companies(page).getByRole('button', { name: several.name }).click()
      await page.getByRole('button', { name: `Acessar ${exampleModule}` }).click()
      await expect(spidDialog(page).getByRole('button', { name: '8102' })).toBeVisible()
    }
    const askAfterSignIn = async () => {
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await passSignIn(page, portaria, person.email)
      await ask()
    }
    await openAccessPage(person.email)
    await enterWith(page, several.name, '8102')
    await page.reload()
    await ask()
    await expect(proposed).toContainText('8102')
    await expect(proposed).toBeFocused()
    const opened = page.context().waitForEvent('page')
    await page.keyboard.press('Enter')
    await expect((await opened).getByText('8102')).toBeVisible()

    await page.bringToFront()
    await world.endSessions(person)
    await page.reload()
    await askAfterSignIn()
    await expect(proposed).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'SAIR' }).click()
    await askAfterSignIn()
    await expect(proposed).toHaveCount(0)
  })
})
