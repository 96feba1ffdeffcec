/** The frame around every screen of the console (portal.md §2). */
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import {
  chooseFromUserMenu,
  monitoring,
  crumbs,
  expectToFit,
  inLightAndDark,
  row,
  setColorScheme,
  userBox,
} from './screen.ts'

const breadcrumb = 'Você está em'

test.describe('the breadcrumb', () => {
  test("shows the record's own parents regardless of the URL", async ({ page, world, enter }) => {
    await test.step('shows the parents by name, each with a link, and sets the tab title', async () => {
      const { id, name, service } = await world.module()
      const reads: string[] = []
      page.on('request', (request) => {
        if (/module-secret/.test(request.url())) reads.push(request.url())
      })
      await enter(`/secret-management?moduleId=${id}&serviceId=${service.id}`)
      await expect(crumbs(page)).toHaveText(['Serviços', service.name, 'Módulos', name, 'Secret'])
      await expect(page).toHaveTitle(`${name} · Gerenciamento de secret · Gestão de Acesso`)
      await expect(crumbs(page).last().locator('[aria-current="page"]')).toHaveText('Secret')
      // The breadcrumb gets the names without another read of the secret.
      expect(reads).toHaveLength(1)

      const steps = page.getByRole('navigation', { name: breadcrumb })
      await steps.getByRole('link', { name }).press('Enter')
      await expect(page).toHaveURL(
        new RegExp(`/module-edit\\?id=${id}&serviceId=${service.id}&tab=summary$`),
      )
      await expect(crumbs(page)).toHaveText(['Serviços', service.name, 'Módulos', name])
      await expect(page).toHaveTitle(`${name} · Edição de Módulo · Gestão de Acesso`)
      await steps.getByRole('link', { name: 'Módulos' }).click()
      await expect(crumbs(page)).toHaveText(['Serviços', service.name, 'Módulos'])
      await expect(page).toHaveTitle(`${service.name} · Módulo · Gestão de Acesso`)
      await steps.getByRole('link', { name: service.name }).click()
      await expect(page.getByLabel('Nome')).toHaveValue(service.name)
      await expect(crumbs(page)).toHaveText(['Serviços', service.name])
    })

    await test.step("shows the record's parents even if the URL names others", async () => {
      const { id, name, service } = await world.module()
      const other = await world.service()
      for (const [screen, ...rest] of [
        [`/module-edit?id=${id}`, name],
        [`/secret-management?moduleId=${id}`, name, 'Secret'],
      ] as const) {
        await follow(page, `${screen}&serviceId=${other.id}`)
        await expect(crumbs(page)).toHaveText(['Serviços', service.name, 'Módulos', ...rest])
        await expect(
          page.getByRole('navigation', { name: breadcrumb }).getByRole('link', { name: 'Módulos' }),
        ).toHaveAttribute('href', `/module-list?serviceId=${service.id}`)
      }
    })

    await test.step("reads a form's record once, for both the form and its name", async () => {
      const { id, name } = await world.service()
      const reads: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith(`/api/service/${id}`)) reads.push(request.method())
      })
      await follow(page, `/service-form?id=${id}`)
      await expect(crumbs(page)).toHaveText(['Serviços', name])
      expect(reads).toEqual(['GET'])
    })
  })

  test('steps that the user may not open have no links, nor do the rows', async ({
    page,
    world,
    enter,
    viewer,
  }) => {
    const module = await world.module()
    const { email } = await viewer(['/module-list'], module.id)
    await enter(`/module-list?serviceId=${module.service.id}`, email)
    await expect(crumbs(page)).toHaveText(['Serviços', module.service.name, 'Módulos'])
    await expect(page.getByRole('navigation', { name: breadcrumb }).getByRole('link')).toHaveText([
      'Início',
    ])
    await expect(row(page, module.name)).toBeVisible()
    for (const of of ['Perfis', 'Funções'])
      await expect(page.getByRole('link', { name: `${of}: ${module.name}` })).toHaveCount(0)
  })
})

test.describe('the header', () => {
  test('on a phone has one row, menu, user box, and the breadcrumb below', async ({
    page,
    world,
    enter,
    checkAxe,
  }) => {
    const { company, email } = await world.ofLongCompany()
    await page.setViewportSize({ width: 360, height: 740 })
    await enter('/home', email)
    await inLightAndDark(page, 'is one row on a telephone and shows the company', async () => {
      await expect(page.getByRole('banner').getByTitle(company.name)).toBeVisible()
      const box = await page.getByRole('banner').boundingBox()
      expect(box?.height).toBeLessThanOrEqual(64)
      await expectToFit(page, 360)
    })

    await test.step('Esc closes the menu and returns the focus to its button', async () => {
      await page.getByRole('button', { name: 'Abrir menu' }).press('Enter')
      const menu = page.getByRole('navigation', { name: 'Menu principal' })
      await menu.getByRole('link').first().focus()
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(page.getByRole('button', { name: 'Abrir menu' })).toBeFocused()
    })

    await test.step('the breadcrumb is short on a phone until it is expanded', async () => {
      const { id, name, service } = await world.module({
        name: world.unique('Bilhetagem e cobrança'),
      })
      await setColorScheme(page, 'light')
      await follow(page, `/secret-management?moduleId=${id}&serviceId=${service.id}`)
      await expect(crumbs(page)).toHaveText(['', name, 'Secret'])
      await expectToFit(page, 360)
      await checkAxe()
      await page.getByRole('button', { name: 'Mostrar o caminho inteiro' }).press('Enter')
      await expect(crumbs(page)).toHaveText(['Serviços', service.name, 'Módulos', name, 'Secret'])
      await expectToFit(page, 360)
    })

    await test.step('the user box links to the companies if the top links do not fit', async () => {
      await follow(page, '/home')
      await expect(page.getByRole('link', { name: 'SAIR' })).toHaveCount(0)
      await chooseFromUserMenu(page, 'ACESSE AS EMPRESAS')
      await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
    })
  })

  test('on a desktop: a wide list, the user box, and the saved appearance', async ({
    page,
    enter,
  }) => {
    await page.setViewportSize({ width: 1920, height: 1000 })
    await test.step('a list uses a wide screen', async () => {
      await enter('/service-list')
      const table = page.getByRole('table')
      await expect(table).toBeVisible()
      expect((await table.boundingBox())?.width).toBeGreaterThan(1500)
    })

    await test.step('the menu of the user box opens by keyboard, and the side menu marks the current monitoring screen', async () => {
      await follow(page, '/home')
      await userBox(page).press('Enter')
      const items = page.getByRole('menuitem').filter({ visible: true })
      await expect(items).toHaveText([
        'Minha conta',
        'Sessões ativas',
        'Sua sessão',
        'Meus dados',
        'Convites de empresas',
        'Sair',
      ])
      await expect(items.first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(items).toHaveCount(0)
      await expect(userBox(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(items.first()).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(items.nth(1)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/sessions$/)
      const link = monitoring(page).getByRole('link', { name: 'Redes com espera' })
      await link.click()
      await expect(page).toHaveURL(/\/network-list/)
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(monitoring(page).getByRole('link')).toHaveText([
        'Pedidos de acesso',
        'Auditoria',
        'Revisões de acesso',
        'Mensagens não entregues',
        'Redes com espera',
        'Pedidos de titulares',
        'Dados a apagar',
      ])
    })

    await test.step('keeps the selected appearance after a reload and a sign-out', async () => {
      await setColorScheme(page, 'light')
      await follow(page, '/home')
      await userBox(page).click()
      await page.getByRole('menuitemradio', { name: 'Escura' }).click()
      const scheme = page.locator('html')
      await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
      await page.keyboard.press('Escape')
      await page.reload()
      await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
      await page.getByRole('link', { name: 'SAIR' }).click()
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
    })
  })

  test('shows links to messages and networks only to administrators', async ({
    page,
    world,
    enter,
  }) => {
    await enter('/home', (await world.master()).email)
    await userBox(page).click()
    await expect(page.getByRole('menuitem').filter({ visible: true })).toHaveText([
      'Minha conta',
      'Sessões ativas',
      'Sua sessão',
      'Meus dados',
      'Convites de empresas',
      'Sair',
    ])
    await expect(monitoring(page).getByRole('link')).toHaveText([
      'Pedidos de acesso',
      'Auditoria',
      'Revisões de acesso',
    ])
  })
})

test('only the content is printed, dark on light', async ({ page, world, enter }) => {
  const { name } = await world.service()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await enter(`/service-list?search=${name}`)
  await expect(page.getByRole('rowheader', { name })).toBeVisible()
  for (const hidden of ['banner', 'navigation', 'contentinfo'] as const)
    await expect(page.getByRole(hidden).filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Novo Serviço' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Serviços' })).toHaveCSS(
    'color',
    'rgb(19, 32, 39)',
  )
})
