/** The list of users: its columns, search and URL. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { button, field, heading, addUser } from './people-rows.ts'
import { crumbs, expectToFit, noRows, pager, place, row, rows } from './screen.ts'

/** Opens the dialog with the filters that do not fit beside the search, sets them, and searches. */
async function searchInDialog(page: Page, set: (dialog: Locator) => Promise<unknown>) {
  await page.getByRole('button', { name: /^Mais filtros/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtros' })
  await set(dialog)
  await dialog.getByRole('button', { name: 'Buscar' }).click()
}

/** Number of users whose rows are entirely visible above the pager, without scrolling. */
const visibleUsers = (page: Page) =>
  page.getByRole('table', { name: 'Usuários' }).evaluate((table) => {
    const foot = document.querySelector('nav[aria-label="Paginação"]')?.getBoundingClientRect()
    const end = Math.min(foot?.top ?? 0, innerHeight)
    return [...table.querySelectorAll('tbody > tr')].filter(
      (each) => each.getBoundingClientRect().bottom <= end,
    ).length
  })

/** Search button of the filters. The header has another one for the palette. */
const search = (page: Page) =>
  page
    .getByRole('form', { name: 'Buscar usuários' })
    .getByRole('button', { name: 'Buscar' })
    .click()

test.describe('/user-list', () => {
  test('lists users, and searches by name, e-mail and status', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    await test.step('shows name, e-mail, dates, last access and status, and links to the user', async () => {
      const name = 'Zulmira d’Ávila-Ñandú'
      const company = await world.build.company()
      const person = await addUser(portaria, [company], { name })
      await portaria.sql.query(
        `update users set created_at = '2019-03-04T12:00:00Z', updated_at = '2019-03-05T12:00:00Z',
           last_access_at = '2019-03-06T12:00:00Z' where id = $1`,
        [person.id],
      )
      await page.setViewportSize({ width: 1920, height: 900 })
      await enter('/home')
      await page.getByRole('navigation').getByRole('link', { name: 'Usuário', exact: true }).click()
      await expect(heading(page, 'Usuários')).toBeVisible()
      await expect(page.getByRole('columnheader')).toHaveText(
        [
          'Nome',
          'E-mail',
          'Empresa',
          'Data de criação',
          'Data de atualização',
          'Último acesso',
          'Status',
          'Selecionar todos desta página',
          'Ações',
        ].map((text) => new RegExp(text)),
      )
      await field(page, 'E-mail').fill(person.email)
      await search(page)
      await expect(rows(page)).toHaveText([name])
      for (const text of [
        company.name,
        '04/03/2019 09:00:00',
        '05/03/2019',
        '06/03/2019 09:00:00',
        'Ativo',
      ])
        await expect(row(page, name)).toContainText(text)
      await expect(page.locator('mark')).not.toHaveCount(0)
      await row(page, name)
        .getByRole('link', { name: `Editar: ${name}` })
        .click()
      await expect(page).toHaveURL(new RegExp(`/user-edit\\?id=${person.id}$`))
      await expect(crumbs(page)).toHaveText(['Usuários', name])
      await button(page, 'Voltar').click()
      await expect(rows(page)).toHaveText([name])
      expect(place(page)).toEqual({ email: person.email })
    })

    await test.step('explains why characters other than letters are removed from the name search', async () => {
      await follow(page, '/user-list')
      const said = page.getByLabel('Sobre o nome')
      await field(page, 'Nome').pressSequentially('Ana 2')
      await expect(field(page, 'Nome')).toHaveValue('Ana ')
      await expect(said).toHaveText(
        'No nome, a busca é só por letras: números e outros sinais ficam de fora.',
      )
      await field(page, 'Nome').pressSequentially('d’Ávila')
      await expect(field(page, 'Nome')).toHaveValue('Ana d’Ávila')
      await expect(said).toBeEmpty()
    })

    await test.step('finds any part of a name ignoring accents, also with Enter, and keeps it in URL and fields', async () => {
      const name = 'Ubirajara Conceição'
      const person = await addUser(portaria, [await world.build.company()], { name })
      await follow(page, '/user-list')
      await field(page, 'Nome').pressSequentially('CONCEICAO 1bira%')
      await expect(field(page, 'Nome')).toHaveValue('CONCEICAO bira')
      await field(page, 'E-mail').fill(person.email.slice(2, -3))
      await field(page, 'E-mail').press('Enter')
      await expect(rows(page)).toHaveText([name])
      await expect(field(page, 'E-mail')).toBeFocused()
      expect(place(page)).toEqual({ name: 'CONCEICAO bira', email: person.email.slice(2, -3) })
      await page.reload()
      await expect(rows(page)).toHaveText([name])
      await expect(field(page, 'Nome')).toHaveValue('CONCEICAO bira')
      await page.goBack()
      await expect(field(page, 'Nome')).toHaveValue('')
      await page.goForward()
      await expect(rows(page)).toHaveText([name])
      await button(page, 'Limpar').click()
      await expect(field(page, 'Nome')).toBeFocused()
      await expect(field(page, 'E-mail')).toHaveValue('')
      expect(place(page)).toEqual({})
    })

    await test.step('has the status codes: Selecione, Ativo 2, Bloqueado 3, Excluído 1, blocked or not', async () => {
      const company = await world.build.company()
      const surname = `Status${'abcdefghij'[company.id % 10]}`
      const people = {
        '2': [await addUser(portaria, [company], { name: `Ativa ${surname}` }), 'Ativo'],
        '3': [
          await addUser(portaria, [company], { name: `Barrada ${surname}`, blocked: true }),
          'Bloqueado',
        ],
        '1': [
          await addUser(portaria, [company], {
            name: `Saída ${surname}`,
            blocked: true,
            deleted: true,
          }),
          'Excluído',
        ],
      } as const
      await follow(page, '/user-list')
      const status = field(page, 'Status')
      await expect(status.getByRole('option')).toHaveText([
        'Selecione',
        'Ativo',
        'Bloqueado',
        'Excluído',
      ])
      await expect(status).toHaveValue('')
      await field(page, 'Nome').fill(surname)
      for (const [code, [person, word]] of Object.entries(people)) {
        await status.selectOption(word)
        await expect(status).toHaveValue(code)
        await search(page)
        await expect(rows(page)).toHaveText([person.name])
        await expect(row(page, person.name)).toContainText(word)
        expect(place(page)).toMatchObject({ status: code })
      }
    })
  })

  test('searches by phone and access, orders and pages', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    test.slow()
    await test.step('accepts only digits in the phone search, and shows when nothing was found', async () => {
      const phone = `55119${String(Date.now()).slice(-8)}`
      const { name } = await addUser(portaria, [await world.build.company()], { phone })
      await page.setViewportSize({ width: 1920, height: 900 })
      await enter('/user-list')
      const typed = field(page, 'Telefone')
      await typed.fill(`+55 (11) 9${phone.slice(5, 9)}-${phone.slice(9)}`)
      await expect(typed).toHaveValue(phone)
      await search(page)
      await expect(rows(page)).toHaveText([name])
      await typed.fill('00000000000000000000')
      await search(page)
      await expect(noRows(page)).toBeVisible()
    })

    await test.step('finds users without access for 90 days, and marks pending invitations', async () => {
      const company = await world.build.company()
      const old = await addUser(portaria, [company])
      const fresh = await addUser(portaria, [company])
      await portaria.sql.query(
        `update users set created_at = now() - interval '1 year', last_access_at = null where id = $1`,
        [old.id],
      )
      await portaria.sql.query('delete from passwords where user_id = $1', [old.id])
      await portaria.sql.query('update users set last_access_at = now() where id = $1', [fresh.id])
      await follow(page, '/user-list')
      await searchInDialog(page, (dialog) => dialog.getByLabel('Sem acesso há 90 dias').check())
      for (const [{ email }, found] of [
        [old, [old.name]],
        [fresh, []],
      ] as const) {
        await field(page, 'E-mail').fill(email)
        await search(page)
        await expect.poll(() => place(page)).toEqual({ email, no_access: '1' })
        await expect(rows(page)).toHaveText(found)
      }
      await field(page, 'E-mail').fill(old.email)
      await searchInDialog(page, (dialog) =>
        dialog.getByLabel('Primeiro acesso').selectOption('Feito'),
      )
      const query = { email: old.email, no_access: '1' }
      await expect.poll(() => place(page)).toEqual({ ...query, invited: '0' })
      await expect(rows(page)).toHaveText([])
      // A filter that is set is shown beside the search.
      await field(page, 'Primeiro acesso').selectOption('Pendente')
      await search(page)
      await expect.poll(() => place(page)).toEqual({ ...query, invited: '1' })
      await expect(rows(page)).toHaveText([old.name])
    })

    await test.step('counts up to 10.000 with five page links, and asks to refine the search beyond', async () => {
      await portaria.sql.query(
        `insert into users (name, email)
         select 'Multidão Silva', 'multidao' || n || '@muitos.example' from generate_series(1, 10001) n`,
      )
      await follow(page, '/user-list?email=muitos.example&page=5000')
      const pages = pager(page)
      const numbers = pages.getByRole('button', { name: /^Página \d/ })
      await expect(numbers).toHaveText(['996', '997', '998', '999', '1.000'])
      await expect(pages.getByRole('button', { name: 'Próxima página' })).toBeDisabled()
      await expect(page.getByText('9.991 a 10.000 de mais de 10.000')).toBeVisible()
      await expect(
        page.getByText(
          'São mais de 10.000 usuários. Refine a busca: ela mostra os primeiros 10.000.',
        ),
      ).toBeVisible()
      await page.setViewportSize({ width: 1280, height: 1600 })
      await pages.getByRole('button', { name: 'Página anterior' }).click()
      await expect(numbers).toHaveText(['996', '997', '998', '999', '1.000'])
      await expect(page.getByText('9.981 a 9.990 de mais de 10.000')).toBeVisible()
      await pages.getByRole('button', { name: 'Primeira página' }).click()
      await expect(numbers).toHaveText(['1', '2', '3', '4', '5'])
      await page.getByLabel('Itens por página').selectOption('50')
      await expect(rows(page)).toHaveCount(50)
      await portaria.sql.query(`delete from users where email like '%@muitos.example'`)
    })

    await test.step('orders by columns, or by a select on a phone without horizontal scrolling', async () => {
      await follow(page, '/user-list')
      await expect(rows(page)).toHaveCount(10)
      await page.getByRole('columnheader', { name: 'E-mail' }).getByRole('button').click()
      await expect.poll(() => place(page)).toEqual({ sort: 'email', order: 'asc' })
      await page.setViewportSize({ width: 360, height: 740 })
      await page.getByRole('button', { name: 'Filtros', exact: true }).click()
      await page.getByLabel('Ordenar por').selectOption('Último acesso')
      await expect.poll(() => place(page)).toEqual({ sort: 'last_access_at', order: 'asc' })
      await expectToFit(page, 360)
      // The window is tall enough for the whole list, so that the pager covers no row.
      await page.setViewportSize({ width: 360, height: 3000 })
    })
  })

  test('shows three users on a phone and eight on a small laptop without scrolling', async ({
    page,
    enter,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await enter('/user-list')
    for (const { least, ...size } of [
      { width: 360, height: 740, least: 3 },
      { width: 1280, height: 640, least: 8 },
    ]) {
      await page.setViewportSize(size)
      await follow(page, '/user-list')
      await expect(rows(page)).toHaveCount(10)
      await expect.poll(() => visibleUsers(page)).toBeGreaterThanOrEqual(least)
      await expectToFit(page, size.width)
    }
  })

  test('shows a master user only the users of their company', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const master = await world.master()
    const own = await addUser(portaria, [master.company])
    const others = await addUser(portaria, [await world.build.company()])
    await enter('/user-list', master.email)
    await expect(row(page, own.name)).toBeVisible()
    await field(page, 'E-mail').fill(others.email)
    await search(page)
    await expect(noRows(page)).toBeVisible()
  })

  test('retries a failed read, and the palette finds a user', async ({
    page,
    enter,
    portaria,
    world,
  }) => {
    await test.step('can be retried after a failed read', async () => {
      await enter('/home')
      await page.route('**/api/user/search', (route) => route.abort())
      await follow(page, '/user-list')
      await expect(page.getByText('Não foi possível carregar a lista.')).toBeVisible()
      await page.unroute('**/api/user/search')
      await button(page, 'Tentar novamente').click()
      await expect(rows(page)).toHaveCount(10)
    })

    await test.step('the palette finds a user by e-mail and opens the record', async () => {
      const { name, email } = await addUser(portaria, [await world.build.company()])
      await follow(page, '/home')
      await page.getByRole('button', { name: 'Buscar', exact: true }).click()
      await page.getByRole('dialog', { name: 'Busca rápida' }).getByRole('combobox').fill(email)
      const found = page.getByRole('group', { name: 'Usuários' }).getByRole('option')
      await expect(found).toHaveText(`${name}${email}`)
      await found.click()
      await expect(page).toHaveURL(/\/user-edit\?id=\d+&tab=summary$/)
      await expect(page.getByRole('main')).toContainText(email)
    })
  })
})
