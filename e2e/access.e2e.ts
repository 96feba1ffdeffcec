import { expect, test } from './fixtures.ts'
import { expectToFit } from './screen.ts'
import { companies, modules, openConsole, openModule, services } from './sign-in-steps.ts'

test.describe('/access-page', () => {
  test("opens the console with the menu of the user's profile", async ({
    page,
    world,
    openAccessPage,
    signIn,
  }) => {
    await test.step('takes the administrator from a company to the console, with greeting and menu', async () => {
      // The console may open automatically only right after sign-in.
      await signIn((await world.administrator()).email)
      await expect(page).toHaveTitle(/Página de Acesso/)
      await expect(page.getByText('O que você deseja acessar?')).toBeVisible()
      await expect(page.getByRole('link', { name: 'SAIR' })).toBeVisible()
      await test.step('selects a single choice automatically, but opens nothing automatically', async () => {
        await expect(companies(page).getByRole('button', { pressed: true })).toHaveCount(1)
        await expect(services(page).getByRole('button', { pressed: true })).toHaveCount(1)
        await expect(page.getByRole('button', { name: 'Acessar Gestão de Acesso' })).toBeEnabled()
        expect(page.context().pages()).toHaveLength(1)
      })
      const console = await openConsole(page)
      await expect(console).toHaveURL(/\/home$/)
      // The menu shows only granted screens.
      const menu = console.getByRole('navigation')
      await expect(menu.getByRole('link', { name: 'Serviço', exact: true })).toBeVisible()
      await expect(menu.getByRole('link', { name: 'Função', exact: true })).toBeVisible()
      await expect(page.evaluate(() => sessionStorage.getItem('reduced'))).resolves.toBe('true')
    })

    await test.step('shows a master user only the menu of a master user', async () => {
      await openAccessPage((await world.master()).email)
      const console = await openConsole(page)
      const menu = console.getByRole('navigation')
      await expect(menu.getByRole('link', { name: 'Função', exact: true })).toBeVisible()
      await expect(menu.getByRole('link', { name: 'Serviço', exact: true })).toHaveCount(0)
    })
  })

  test('opens a module with company and SPID, and marks modules without an address', async ({
    page,
    world,
    openAccessPage,
    checkAxe,
  }) => {
    await test.step('asks a user with several SPIDs for one and opens the module with it, until the session ends', async () => {
      const company = await world.build.company({ spids: ['8101', '8102', '8103'] })
      const person = await world.visitor({ companies: [company, await world.build.company()] })
      await openAccessPage(person.email)
      await companies(page).getByRole('button', { name: company.name }).click()
      await page.getByRole('button', { name: 'Acessar Módulo de Exemplo' }).click()
      const dialog = page.getByRole('dialog', {
        name: 'Empresa com múltiplos SPIDs, por favor selecione um',
      })
      await expect(dialog).toBeVisible()
      await checkAxe()
      const opened = page.context().waitForEvent('page')
      await dialog.getByRole('button', { name: '8103' }).click()
      const module = await opened
      await expect(module.getByText('8103')).toBeVisible()
      await expect(module.getByText(company.name)).toBeVisible()
      await checkAxe(module)
      await expect(module.evaluate(() => window.opener === null)).resolves.toBe(true)

      await world.endSessions(person)
      await expect(async () => {
        await module.reload()
        await expect(module.getByText('Sua sessão no portal terminou.')).toBeVisible({
          timeout: 500,
        })
      }).toPass()
    })

    await test.step('skips the company step for a user with one company and opens the module', async () => {
      const { email, name, company } = await world.visitor()
      await openAccessPage(email)
      const only = companies(page).getByRole('button')
      await expect(only).toHaveCount(1)
      await expect(only).toContainText(company.name)
      await expect(only).toHaveAttribute('aria-pressed', 'true')
      const module = await openModule(page, 'Módulo de Exemplo')
      await expect(module.getByRole('heading', { name: `Olá, ${name}` })).toBeVisible()
      await expect(module.getByText(company.name)).toBeVisible()
    })

    await test.step('shows an open door in the new window until the module has loaded', async () => {
      const { email } = await world.visitor()
      await openAccessPage(email)
      const scheme = { light: 'rgb(246, 248, 249)', dark: 'rgb(14, 20, 23)' } as const
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        let respond = () => {}
        const held = new Promise<void>((resolve) => (respond = resolve))
        await page.route('**/api/user-local/code', async (route) => {
          await held
          await route.continue()
        })
        const module = await openModule(page, 'Módulo de Exemplo')
        await module.setViewportSize({ width: 360, height: 740 })
        await expect(module).toHaveTitle('Abrindo Módulo de Exemplo…')
        await expect(
          module.getByRole('heading', { name: 'Abrindo Módulo de Exemplo…' }),
        ).toBeVisible()
        await expect(module.locator('svg')).toBeInViewport({ ratio: 1 })
        await expect(module.getByRole('main')).toHaveCSS('background-color', scheme[colorScheme])
        await expectToFit(module, 360)
        await checkAxe(module)
        respond()
        await expect(module.getByRole('heading', { name: /^Olá, / })).toBeVisible()
        await page.unroute('**/api/user-local/code')
        await module.close()
      }
      await page.emulateMedia({ colorScheme: null })
    })

    await test.step('shows a module without an address and explains why it cannot be selected', async () => {
      const module = await world.module({ url: null })
      await openAccessPage((await world.visitor({ moduleId: module.id })).email)
      const choice = modules(page).getByRole('button', { name: `Acessar ${module.name}` })
      await expect(choice).toBeDisabled()
      await expect(choice).toHaveAccessibleDescription('Módulo ainda sem endereço de acesso.')
    })
  })

  test('shows the last sign-in, and searches companies', async ({
    page,
    portaria,
    world,
    signIn,
    openAccessPage,
    checkAxe,
  }) => {
    await test.step('shows the last sign-in only on the first visit after signing in', async () => {
      const { id, email } = await world.master()
      await portaria.sql.query(
        `update users set last_access_at = '2019-03-04T12:00:00Z' where id = $1`,
        [id],
      )
      await signIn(email)
      await expect(page.getByText(/^Seu último acesso foi em 04\/03\/2019 às 09:00/)).toBeVisible()
      await page.reload()
      await expect(page.getByRole('button', { name: 'Acessar Gestão de Acesso' })).toBeEnabled()
      await expect(page.getByText(/Seu último acesso foi em/)).toHaveCount(0)
    })

    await test.step('finds one of a hundred companies by typing and selects it with Enter', async () => {
      const { id, email } = await world.master()
      const name = world.unique('Operadora')
      await portaria.sql.query(
        `with c as (insert into companies (name, email, document)
           select $1 || ' filial ' || n, 'c' || n || '@cem.example', lpad(($2 * 1000 + n)::text, 12, '0') || '00'
           from generate_series(1, 120) n returning id)
         insert into loose_plans (company_id, module_id, seat_limit) select id, 1, 9 from c`,
        [name, id],
      )
      await portaria.sql.query(
        `insert into user_profiles (user_id, profile_id, company_id)
         select $2, 8, id from companies where name like $1 || ' filial %'`,
        [name, id],
      )
      await openAccessPage(email)
      await page.getByRole('searchbox', { name: 'Buscar por nome ou CNPJ' }).fill('filial 117')
      await expect(companies(page).getByRole('button', { name: /filial/ })).toHaveCount(1)
      await page.keyboard.press('Enter')
      await expect(companies(page).getByRole('button', { pressed: true })).toContainText(
        `${name} filial 117`,
      )
      await checkAxe()
    })
  })
})
