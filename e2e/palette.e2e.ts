/** The palette: search and navigation from any screen (issue 9, point 20). */
import type { Page } from '@playwright/test'
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { expectToFit, inLightAndDark } from './screen.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Busca rápida' })
const field = (page: Page) => palette(page).getByRole('combobox')
const found = (page: Page) => palette(page).getByRole('option')
const group = (page: Page, name: string) => palette(page).getByRole('group', { name })

async function open(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Buscar', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

test.describe('the palette', () => {
  test('finds by typing, opens, and announces the results', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    await test.step('finds a record by its name and opens it, by keyboard alone', async () => {
      const { id, name, service } = await world.module()
      await enter('/home')
      await open(page)
      await page.keyboard.type(name.toUpperCase())
      const hit = group(page, 'Módulos').getByRole('option')
      await expect(hit).toHaveText([`${name}${service.name}`])
      await expect(hit).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/module-edit\\?id=${id}&serviceId=${service.id}$`))
      await expect(palette(page)).toHaveCount(0)
      await expect(page.getByLabel('Nome')).toHaveValue(name)
    })

    await test.step('receives text typed right after its shortcut, and passes none to the form behind it', async () => {
      const { id, name } = await world.service()
      await follow(page, `/service-form?id=${id}`)
      const first = page.getByLabel('Nome')
      await expect(first).toBeFocused()
      for (const opening of ['first', 'second']) {
        await first.focus()
        await page.keyboard.press('Control+k')
        await page.keyboard.type(`zona ${opening}`)
        await expect(field(page)).toHaveValue(`zona ${opening}`)
        await page.keyboard.press('Escape')
        await expect(palette(page)).toHaveCount(0)
        await expect(first).toHaveValue(name)
      }
    })

    await test.step('also finds and opens services, functions, profiles and plans', async () => {
      const module = await world.module()
      const profile = await world.profile(module.id)
      const created = await world.function(module.id, {
        name: world.unique('Emitir'),
        url: '/emitir',
      })
      const plan = { id: 0, name: world.unique('Plano') }
      const added = await portaria.sql.query<{ id: number }>(
        'insert into plans (name) values ($1) returning id',
        [plan.name],
      )
      plan.id = added.rows[0]?.id ?? 0
      for (const { of, kind, form } of [
        { of: module.service, kind: 'Serviços', form: '/service-form' },
        { of: created, kind: 'Funções', form: '/function-edit' },
        { of: profile, kind: 'Perfis', form: '/profile-edit' },
        { of: plan, kind: 'Planos', form: '/plan-form' },
      ]) {
        await open(page)
        await field(page).fill(of.name)
        const hit = group(page, kind).getByRole('option', { name: of.name })
        await expect(hit).toHaveAttribute('aria-selected', 'true')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(`${form}?id=${of.id}`)
        await expect(page.getByLabel('Nome')).toHaveValue(of.name)
      }
    })

    await test.step('opens a list as the user menu does', async () => {
      await open(page)
      await field(page).fill('redes com espera')
      const screen = group(page, 'Ir para').getByRole('option')
      await expect(screen).toHaveText(['Redes com espera'])
      await expect(screen).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/network-list?sort=failures&order=desc')
      await expect(palette(page)).toHaveCount(0)
      // The new screen takes the focus, even from a button that has just received it.
      await expect(page.getByRole('main')).toBeFocused()
    })

    await test.step('shows when nothing was found, and returns the focus when it closes', async () => {
      const button = page.getByRole('button', { name: 'Buscar', exact: true })
      await button.press('Enter')
      await field(page).fill('xyzzy')
      await expect(palette(page).getByRole('status')).toHaveText('Nada encontrado para “xyzzy”.')
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
    })

    await test.step('reports that a part of the search failed', async () => {
      await page.route('**/api/profile?*', (route) => route.abort())
      await open(page)
      await field(page).fill('wyzzy')
      await expect(palette(page).getByRole('status')).toHaveText(
        'Parte da busca não respondeu. Tente de novo em instantes.',
      )
      await page.unroute('**/api/profile?*')
      await page.keyboard.press('Escape')
      await expect(palette(page)).toHaveCount(0)
    })

    await test.step('moves through the results with the arrow keys, wraps around, and announces the position', async () => {
      await open(page)
      await field(page).fill('aparencia')
      await expect(found(page)).toHaveCount(3)
      const marked = palette(page).getByRole('option', { selected: true })
      const active = () =>
        field(page).evaluate(
          (element) =>
            document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.innerText,
        )
      await expect(marked).toHaveText('Aparência: Clara')
      await page.keyboard.press('ArrowUp')
      await expect(marked).toHaveText('Aparência: Do sistema')
      await expect.poll(active).toBe('Aparência: Do sistema')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect.poll(active).toBe('Aparência: Escura')
      await page.keyboard.press('Enter')
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    })
  })

  test('offers only what the user may find and create', async ({
    page,
    portaria,
    world,
    enter,
    viewer,
  }) => {
    await test.step('does not find a profile that the user may see but not change', async () => {
      const { email, company } = await world.master()
      const module = await world.module()
      await world.build.plan({ companyId: company.id, moduleId: module.id })
      const name = world.unique('Partilhado')
      await world.profile(module.id, { name: `${name} da casa`, accredited_enable: true })
      const own = await world.profile(module.id, {
        name: `${name} próprio`,
        company_id: company.id,
      })
      await enter('/home', email)
      await open(page)
      await field(page).fill(name)
      await expect(group(page, 'Perfis').getByRole('option')).toHaveText([new RegExp(own.name)])
    })

    await test.step('offers no creation if the action is granted on the list but not on the form, nor creations reserved for administrators', async () => {
      const { id, email } = await viewer([
        '/service-list',
        '/service-form',
        '/function-list',
        '/function-create',
        '/company-list',
        '/company-form',
      ])
      await portaria.sql.query(
        `insert into profile_actions (profile_id, function_id, action_id)
       select pf.profile_id, pf.function_id, a.id from profile_functions pf
       join user_profiles up on up.profile_id = pf.profile_id and up.user_id = $1
       join functions f on f.id = pf.function_id and f.url <> '/service-form'
       join actions a on a.function_id = f.id and a.path = 'create'`,
        [id],
      )
      await enter('/home', email)
      await open(page)
      await field(page).fill('nov')
      await expect(group(page, 'Ações').getByRole('option')).toHaveText(['Nova Função'])
    })

    await test.step('offers no creation without the action', async () => {
      await enter('/home', (await viewer(['/service-list', '/service-form'])).email)
      await open(page)
      await field(page).fill('servico')
      await expect(
        palette(page).getByRole('option', { name: 'Serviço', exact: true }),
      ).toBeVisible()
      await expect(palette(page).getByRole('option', { name: 'Novo Serviço' })).toHaveCount(0)
    })

    await test.step('offers an administrator the creation of records, and a master user only the permitted ones', async () => {
      await enter('/home')
      await open(page)
      await field(page).fill('nov')
      await expect(group(page, 'Ações').getByRole('option')).toHaveText([
        'Nova Empresa',
        'Nova operadora',
        'Novo Plano',
        'Novo Plano Avulso',
        'Novo Serviço',
        'Nova Função',
        'Novo Perfil',
        'Novo usuário',
      ])
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Cadastro de Empresa' })).toBeVisible()

      const requestedPaths: string[] = []
      page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
      await enter('/home', (await world.master()).email)
      await open(page)
      await field(page).fill('servico')
      await expect(palette(page).getByRole('status')).not.toHaveText('Buscando…')
      await expect(palette(page).getByRole('option', { name: 'Novo Serviço' })).toHaveCount(0)
      await expect(palette(page).getByRole('option', { name: 'Serviço', exact: true })).toHaveCount(
        0,
      )
      expect(requestedPaths).not.toContain('/api/service')
      for (const typed of ['mensagens', 'redes']) {
        await field(page).fill(typed)
        await expect(palette(page).getByRole('status')).toHaveText(
          `Nada encontrado para “${typed}”.`,
        )
        await expect(found(page)).toHaveCount(0)
      }
    })

    await test.step('enters a permitted module in its own window', async () => {
      const person = await world.administrator()
      const { email, company } = person
      await world.admit(person, company.id, exampleModuleId)
      await enter('/home', email)
      await open(page)
      await page.keyboard.type('entrar exemplo')
      await expect(group(page, 'Acessar módulo').getByRole('option')).toHaveCount(1)
      const opened = page.context().waitForEvent('page')
      await page.keyboard.press('Enter')
      const module = await opened
      await expect(module.getByText(company.name)).toBeVisible()
      expect(module.url().startsWith(portaria.moduleUrl)).toBe(true)
    })
  })

  test('is opened by the header button on a phone, in light and dark', async ({ page, enter }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await enter('/home')
    await inLightAndDark(page, 'is opened by the button of the header on a telephone', async () => {
      await page.getByRole('button', { name: 'Buscar', exact: true }).click()
      await expect(found(page).first()).toBeVisible()
      await expectToFit(page, 360)
      await palette(page).getByRole('option', { name: 'Função', exact: true }).click()
      await expect(page).toHaveURL(/\/function-list$/)
      await page.goBack()
      await expect(page).toHaveURL(/\/home$/)
    })
  })

  test('is not loaded by the sign-in page', async ({ page }) => {
    const loaded: string[] = []
    page.on('response', (response) => loaded.push(response.url()))
    await page.goto('/auth', { waitUntil: 'networkidle' })
    expect(loaded.some((url) => url.includes('/assets/start'))).toBe(true)
    expect(loaded.filter((url) => /palette|spotlight|portal|console/i.test(url))).toEqual([])
    await expect(page.getByRole('button', { name: 'Buscar', exact: true })).toHaveCount(0)
  })
})

test.describe('the ? key', () => {
  const help = (page: Page) => page.getByRole('dialog', { name: 'Atalhos de teclado' })

  test('shows the shortcuts, and can be switched off', async ({ page, enter }) => {
    await test.step('shows the shortcuts, and is an ordinary character in a field', async () => {
      await enter('/service-list')
      const search = page.getByRole('searchbox')
      await search.fill('a')
      await search.press('?')
      await expect(search).toHaveValue('a?')
      await expect(help(page)).toHaveCount(0)
      await page.getByRole('link', { name: 'Novo Serviço' }).focus()
      await page.keyboard.press('?')
      await expect(help(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(help(page)).toHaveCount(0)
    })

    await test.step('can be switched off (WCAG 2.1.4), and the palette still leads to the shortcuts', async () => {
      await follow(page, '/home')
      await expect(page.getByRole('button', { name: 'Buscar', exact: true })).toBeVisible()
      await page.keyboard.press('?')
      await help(page).getByRole('checkbox', { name: 'Usar o atalho ?' }).uncheck()
      await page.keyboard.press('Escape')
      await expect(help(page)).toHaveCount(0)
      await page.keyboard.press('?')
      await open(page)
      await expect(help(page)).toHaveCount(0)
      await page.keyboard.type('atalhos')
      await page.keyboard.press('Enter')
      await expect(help(page)).toBeVisible()
      await page.goto('/logout')
      await expect(page).toHaveURL(/\/auth$/)
      await enter('/home')
      await expect(page.getByRole('button', { name: 'Buscar', exact: true })).toBeVisible()
      await page.keyboard.press('?')
      await open(page)
      await expect(help(page)).toHaveCount(0)
    })
  })
})
