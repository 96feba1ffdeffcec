import type { Page } from '@playwright/test'
import { consoleModuleId } from '../contract/constants.ts'
import { dayOf, startOfDay } from '../contract/days.ts'
import { formatInstant } from '../contract/shown.ts'
import { userFound } from '../contract/user-search.ts'
import { after, days } from '../server/shared/clock.ts'
import { expect, test as base } from './console.ts'
import { demoPassword } from './fixtures.ts'
import { follow } from './follow.ts'
import {
  answer,
  confirmIdentity,
  fitListInLightAndDark,
  menu,
  noRows,
  pager,
  place,
  row,
  rows,
  search,
  toast,
} from './screen.ts'
import type { Person, Visitor } from './world.ts'

const activeQuestion = 'Usuário já possui um token ativo'
const revokeQuestion = 'Revogar token'

const generate = (page: Page) => page.getByRole('button', { name: 'Gerar novo token' })
const end = (page: Page) => page.getByLabel('Data Fim')
const newToken = (page: Page) => page.getByLabel('Novo token')
const dayAfter = (n: number): string => dayOf(after(new Date(), days(n)))
const shownDay = (n: number): string => formatInstant(startOfDay(dayAfter(n))?.toISOString() ?? '')

const addressOf = ({ id }: Person) => `/token-management?id=${id}`

const test = base.extend<{
  master: Visitor
  /** Adds a colleague of the master user, who may enter the console and see users there. */
  addColleague: () => Promise<Person>
}>({
  master: async ({ world }, use) => use(await world.master()),
  addColleague: async ({ world, portaria, master }, use) => {
    const { rows: lists } = await portaria.sql.query<{ id: number; name: string }>(
      `select id, name from functions where module_id = $1 and url = '/user-list'`,
      [consoleModuleId],
    )
    const { id: profileId } = await world.profile(consoleModuleId, {}, lists)
    const companies = [master.company]
    await use(async () => {
      const colleague = await world.visitor({ moduleId: consoleModuleId, profileId, companies })
      await portaria.sql.query('insert into user_companies (user_id, company_id) values ($1, $2)', [
        colleague.id,
        master.company.id,
      ])
      return colleague
    })
  },
})

test.describe('/token-management', () => {
  test('tokens are created, replaced, revoked and listed, also by keyboard and on small screens', async ({
    page,
    portaria,
    world,
    master,
    addColleague,
    enter,
    checkAxe,
  }) => {
    test.slow()
    await test.step('creates a token with which a script lists users until it is revoked', async () => {
      const colleague = await addColleague()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await enter(`/user-list?email=${colleague.email}`, master.email)
      await page.getByRole('link', { name: `Gerenciar tokens: ${colleague.name}` }).click()
      await expect(page.getByRole('heading', { name: 'Tokens do usuário' })).toBeVisible()
      await expect(page.getByText(`Usuário: ${colleague.name}`)).toBeVisible()
      await expect(noRows(page)).toBeVisible()
      await end(page).fill(dayAfter(30))
      await generate(page).click()
      await expect(page.getByText(`Gerar um token para ${colleague.name}`)).toBeVisible()
      await expect(page.getByText(`Ele vale até ${shownDay(30)}.`)).toBeVisible()
      await confirmIdentity(page)
      await expect(toast(page, 'Token gerado com sucesso!')).toBeVisible()
      await expect(
        page.getByRole('heading', { name: 'Copie o token agora: ele não será mostrado de novo' }),
      ).toBeFocused()
      await checkAxe()
      await page.getByRole('button', { name: 'Copiar token' }).click()
      // The browser copies after the click, not during it.
      await expect(toast(page, 'Copiado para a área de transferência')).toBeVisible()
      const token = await page.evaluate(() => navigator.clipboard.readText())
      expect(token).toMatch(/^portaria_\w{49}$/)
      await expect(newToken(page)).toHaveValue(token)
      const tokenRow = row(page, `${token.slice(0, 13)}…`)
      for (const text of [shownDay(30), master.name, 'Nunca', 'Ativo'])
        await expect(tokenRow).toContainText(text)

      const script = () => listByScript(portaria.url, token)
      const { status, answer: listed } = await script()
      expect(status).toBe(200)
      expect(userFound.parse(listed.data).users.map(({ id }) => id)).toEqual([colleague.id])

      await page.getByRole('button', { name: `Revogar: ${token.slice(0, 13)}` }).click()
      await answer(page, revokeQuestion, true)
      await confirmIdentity(page)
      await expect(toast(page, 'Token revogado com sucesso!')).toBeVisible()
      expect(await script()).toMatchObject({
        status: 401,
        answer: { code: 'access-token-expired', httpMessage: 'access token expired' },
      })
      await expect(tokenRow).toContainText('Inativo')
      // The pressed button has disappeared.
      await expect(page.getByRole('heading', { name: 'Tokens do usuário' })).toBeFocused()
      await expect(tokenRow.locator('[data-label="Revogado por"]')).toHaveText(master.name)
      await expect(newToken(page)).toHaveCount(0)
      // The token is not shown again.
      await page.reload()
      await expect(tokenRow).toBeVisible()
      expect(await page.content()).not.toContain(token)
    })

    await test.step('asks before it replaces the active token, and revokes that one', async () => {
      const colleague = await addColleague()
      const of = { userId: colleague.id, companyId: master.company.id }
      const before = (await world.build.apiToken(of)).token.slice(0, 13)
      await follow(page, addressOf(colleague))
      await expect(row(page, `${before}…`)).toContainText('Ativo')
      await generate(page).click()
      const question = page.getByRole('dialog', { name: activeQuestion })
      await expect(question.getByText(`${before}… · sem data de fim`)).toBeVisible()
      await checkAxe()
      await answer(page, activeQuestion, false)
      await expect(rows(page)).toHaveCount(1)
      await generate(page).click()
      await answer(page, activeQuestion, true)
      await confirmIdentity(page)
      await expect(newToken(page)).toBeVisible()
      await expect(rows(page)).toHaveCount(2)
      await expect(row(page, `${before}…`)).toContainText('Inativo')
    })

    await test.step('shows at the field which expiry dates are too early', async () => {
      const colleague = await addColleague()
      const expiresAt = startOfDay(dayAfter(20))
      if (!expiresAt) throw new Error('The token has no expiry date')
      await world.build.apiToken({ userId: colleague.id, companyId: master.company.id, expiresAt })
      await follow(page, addressOf(colleague))
      await expect(rows(page)).toHaveCount(1)
      const field = end(page)
      await field.fill(dayAfter(19))
      await generate(page).click()
      await expect(field).toHaveAccessibleDescription(
        /A data de expiração deve ser maior que a data de expiração do token atual\./,
      )
      await expect(field).toBeFocused()
      await page.getByRole('button', { name: /^Revogar: / }).click()
      await answer(page, revokeQuestion, true)
      await confirmIdentity(page)
      await expect(row(page, (await rows(page).first().textContent()) ?? '')).toContainText(
        'Inativo',
      )
      await field.fill(dayAfter(0))
      await generate(page).click()
      await expect(field).toHaveAccessibleDescription(
        /A data de expiração deve ser maior que a data atual\./,
      )
      await field.fill(dayAfter(1))
      await generate(page).click()
      await confirmIdentity(page)
      await expect(newToken(page)).toBeVisible()
    })

    await test.step('asks before an uncopied token is left, on every way out', async () => {
      const colleague = await addColleague()
      await enter(`/user-list?email=${colleague.email}`, master.email)
      await page.getByRole('link', { name: `Gerenciar tokens: ${colleague.name}` }).click()
      await generate(page).click()
      await confirmIdentity(page)
      await expect(newToken(page)).toBeVisible()
      const question = 'O token ainda não foi copiado. Deseja sair mesmo assim?'
      const cancel = page.getByRole('button', { name: 'Cancelar' })
      const ways: [string, () => Promise<unknown>][] = [
        ['Cancelar', () => cancel.click()],
        ['the breadcrumb', () => page.getByRole('link', { name: 'Usuários', exact: true }).click()],
        ['the menu', () => menu(page).getByRole('link', { name: 'Perfil', exact: true }).click()],
        ['SAIR', () => page.getByRole('link', { name: 'SAIR' }).click()],
        ['the access page', () => page.getByRole('link', { name: 'ACESSE AS EMPRESAS' }).click()],
        ['the way back', () => page.evaluate(() => history.back())],
        [
          'the palette',
          async () => {
            await page.getByRole('button', { name: 'Buscar', exact: true }).click()
            await page
              .getByRole('combobox', { name: 'Buscar telas, registros e ações' })
              .fill('Sua sessão')
            await page.getByRole('option', { name: 'Sua sessão' }).click()
          },
        ],
      ]
      for (const [way, leave] of ways)
        await test.step(way, async () => {
          await leave()
          await answer(page, question, false)
          await expect(newToken(page)).toBeVisible()
        })
      await test.step('a reload, about which the browser asks', async () => {
        const browserDialog = page.waitForEvent('dialog')
        const reloaded = page.evaluate(() => location.reload())
        const dialog = await browserDialog
        expect(dialog.type()).toBe('beforeunload')
        await dialog.dismiss()
        await reloaded
        await expect(newToken(page)).toBeVisible()
      })
      await test.step('both questions if a date is selected too', async () => {
        await end(page).fill(dayAfter(3))
        await cancel.click()
        await answer(page, 'Deseja realmente cancelar a operação?', true)
        await answer(page, question, false)
        await expect(newToken(page)).toBeVisible()
      })
      await end(page).fill('')
      await cancel.click()
      await answer(page, question, true)
      await expect(page).toHaveURL(/\/user-list/)
    })

    await test.step('asks before a link discards the selected date', async () => {
      await follow(page, addressOf(await addColleague()))
      await end(page).fill(dayAfter(3))
      await page.getByRole('link', { name: 'Usuários', exact: true }).click()
      await answer(page, 'Há alterações não salvas. Deseja sair sem salvar?', true)
      await expect(page).toHaveURL(/\/user-list/)
    })

    await test.step('does not show the token or date of another user', async () => {
      const [one, other] = [await addColleague(), await addColleague()]
      await follow(page, addressOf(one))
      await generate(page).click()
      await confirmIdentity(page)
      await expect(newToken(page)).toBeVisible()
      await end(page).fill(dayAfter(3))
      await page.evaluate((to) => history.pushState({}, '', to), addressOf(other))
      await expect(page.getByText(`Usuário: ${other.name}`)).toBeVisible()
      await expect(newToken(page)).toHaveCount(0)
      await expect(end(page)).toHaveValue('')
    })

    await test.step('works by keyboard alone', async () => {
      await follow(page, addressOf(await addColleague()))
      await expect(noRows(page)).toBeVisible()
      await end(page).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
      await page.keyboard.type(demoPassword)
      await page.keyboard.press('Enter')
      await expect(
        page.getByRole('heading', { name: 'Copie o token agora: ele não será mostrado de novo' }),
      ).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(newToken(page)).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Copiar token' })).toBeFocused()
    })

    await test.step('Cancelar returns to the list and asks if a date is selected; without an id the screen redirects', async () => {
      await follow(page, addressOf(await addColleague()))
      const cancel = page.getByRole('button', { name: 'Cancelar' })
      await end(page).fill(dayAfter(5))
      await cancel.click()
      await answer(page, 'Deseja realmente cancelar a operação?', false)
      await expect(end(page)).toHaveValue(dayAfter(5))
      await cancel.click()
      await answer(page, 'Deseja realmente cancelar a operação?', true)
      await expect(page).toHaveURL(/\/user-list/)
      await follow(page, '/token-management')
      await expect(page).toHaveURL(/\/user-list/)
    })

    await test.step('pages by 5, 10, 20 and 50, newest first, filters and searches', async () => {
      const colleague = await addColleague()
      await portaria.sql.query(
        `insert into api_tokens (user_id, company_id, digest, start, created_at, created_by, expires_at, closed_at, revoked_at)
       select $1, $2, sha256(($1::integer || ' ' || n)::bytea), 'portaria_' || lpad(n::text, 4, '0'),
         now() - make_interval(days => 60 - n), $3, now() - make_interval(days => 1), now(),
         case when n % 2 = 0 then now() end
       from generate_series(1, 52) n`,
        [colleague.id, master.company.id, master.id],
      )
      await page.setViewportSize({ width: 1920, height: 1000 })
      await follow(page, addressOf(colleague))
      await expect(rows(page)).toHaveCount(10)
      await expect(rows(page).first()).toHaveText('portaria_0052…')
      for (const take of ['5', '20', '50', '10'] as const) {
        await page.getByLabel('Itens por página').selectOption(take)
        await expect(rows(page)).toHaveCount(Number(take))
      }
      await pager(page).getByRole('button', { name: 'Última página' }).click()
      await expect(rows(page)).toHaveText(['portaria_0002…', 'portaria_0001…'])
      expect(place(page)).toMatchObject({ page: '6' })
      await page.getByLabel('Status').selectOption('Expirado')
      await expect(rows(page).first()).toHaveText('portaria_0051…')
      await search(page).fill('0049')
      await expect(rows(page)).toHaveText(['portaria_0049…'])
    })

    await test.step('fits a phone and a wide desktop, in light and dark', async () => {
      const colleague = await addColleague()
      const long = 'Maria Aparecida dos Santos Albuquerque de Vasconcelos Figueiredo'
      await portaria.sql.query('update users set name = $1 where id = $2', [long, colleague.id])
      const of = { userId: colleague.id, companyId: master.company.id }
      await world.build.apiToken(of)
      const { id } = await world.build.apiToken(of)
      await portaria.sql.query(
        `update api_tokens set last_used_at = now(), last_used_address = '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff' where id = $1`,
        [id],
      )
      await follow(page, addressOf(colleague))
      await generate(page).click()
      await answer(page, activeQuestion, true)
      await confirmIdentity(page)
      await expect(newToken(page)).toBeVisible()
      await expect(toast(page, 'Token gerado com sucesso!')).toHaveCount(0, { timeout: 10_000 })
      await fitListInLightAndDark(page, 'fits a telephone and a wide desk', {
        count: 3,
        widths: [360, 720, 1024, 1440, 1920],
      })
    })
  })
})

/** Lists users as a script with only a token does; docs/modules.md has the same with curl. */
async function listByScript(url: string, token: string) {
  const response = await fetch(`${url}/api/user/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { result } = (await response.json()) as { result: Record<string, unknown> }
  return { status: response.status, answer: result }
}
test('users without a token, or without the right to create one', async ({
  page,
  portaria,
  world,
  master,
  addColleague,
  enter,
  viewer,
  checkAxe,
}) => {
  await test.step('shows why creation fails: no valid profile, more rights than the creator, an error', async () => {
    const colleague = await addColleague()
    await enter(addressOf(colleague), master.email)
    await expect(generate(page)).toBeVisible()
    await expect(noRows(page)).toBeVisible()
    // The profile is removed concurrently.
    await portaria.sql.query('delete from user_profiles where user_id = $1', [colleague.id])
    await generate(page).click()
    await confirmIdentity(page)
    await expect(
      toast(page, 'O usuário não possui um perfil válido para gerar tokens.'),
    ).toBeVisible()
    const { rows: screens } = await portaria.sql.query<{ id: number; name: string }>(
      `select id, name from functions where module_id = $1 and url = '/plan-list'`,
      [consoleModuleId],
    )
    const beyond = await world.profile(consoleModuleId, {}, screens)
    await world.build.assign({
      userId: colleague.id,
      companyId: master.company.id,
      profileId: beyond.id,
    })
    await follow(page, addressOf(colleague))
    await generate(page).click()
    await confirmIdentity(page)
    await expect(toast(page, 'Ocorreu um erro ao gerar o token.')).toBeVisible()
    await expect(
      toast(
        page,
        'Este usuário pode fazer mais do que você na Gestão de Acesso. Peça o token a quem tem esses acessos.',
      ),
    ).toBeVisible()
    await page.route('**/api/user/secret/*', (route) => route.abort())
    await follow(page, addressOf(await addColleague()))
    await expect(toast(page, 'Ocorreu um erro ao buscar o histórico de tokens.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    await page.unroute('**/api/user/secret/*')
  })

  await test.step('reports that a token was revoked concurrently', async () => {
    const colleague = await addColleague()
    await world.build.apiToken({ userId: colleague.id, companyId: master.company.id })
    await follow(page, addressOf(colleague))
    await page.getByRole('button', { name: /^Revogar: / }).click()
    await portaria.sql.query(
      'update api_tokens set revoked_at = now(), closed_at = now() where user_id = $1',
      [colleague.id],
    )
    await answer(page, revokeQuestion, true)
    await confirmIdentity(page)
    await expect(toast(page, 'Ocorreu um erro ao revogar o token.')).toBeVisible()
    await expect(toast(page, 'Este token já foi revogado ou expirou.')).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Revogar: / })).toHaveCount(0)
  })

  await test.step('names the missing profile and links to the screen that gives it, instead of offering the button', async () => {
    const colleague = await addColleague()
    await portaria.sql.query('delete from user_profiles where user_id = $1', [colleague.id])
    await follow(page, addressOf(colleague))
    await expect(
      page.getByText(`não tem perfil válido da Gestão de Acesso em ${master.company.name}`),
    ).toBeVisible()
    await expect(generate(page)).toHaveCount(0)
    await checkAxe()
    await page.getByRole('link', { name: 'Dar um perfil a este usuário' }).click()
    await expect(page).toHaveURL(new RegExp(`/user-edit-profile\\?id=${colleague.id}$`))
    // An administrator's token acts for the association, in which users of operators have no profiles.
    await enter(addressOf(colleague), (await world.administrator()).email)
    await expect(page.getByText(/peça a um usuário master daquela empresa/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dar um perfil a este usuário' })).toBeVisible()
  })

  await test.step('shows no buttons to a read-only user, and explains their absence for a blocked user', async () => {
    const colleague = await addColleague()
    const looks = await viewer(['/token-management', '/user-list'])
    await portaria.sql.query('insert into user_companies (user_id, company_id) values ($1, $2)', [
      colleague.id,
      looks.company.id,
    ])
    await enter(addressOf(colleague), looks.email)
    await expect(noRows(page)).toBeVisible()
    await expect(generate(page)).toHaveCount(0)
    await expect(end(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cancelar' })).toBeVisible()
    await portaria.sql.query('update users set suspended = true where id = $1', [colleague.id])
    await follow(page, addressOf(colleague))
    await expect(page.getByText('Este usuário não está ativo')).toBeVisible()
  })
})
