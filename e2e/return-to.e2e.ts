/** A console address requested before a company was selected (decision 24). */
import { expect, test } from './fixtures.ts'
import { row, storedToken } from './screen.ts'
import { companies, resetBrowser, openConsole, passSignIn } from './sign-in-steps.ts'

const notice = 'Para abrir'

test.describe('a requested console address', () => {
  test('is opened once after the sign-in, with and without a grant', async ({
    page,
    portaria,
    world,
  }) => {
    await test.step('requested before the sign-in is opened for a user with one company, including the query', async () => {
      const service = await world.service()
      await page.goto(`/service-list?search=${service.name}`)
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await passSignIn(page, portaria, (await world.administrator()).email)
      await expect(row(page, service.name)).toBeVisible()
      expect(new URL(page.url()).searchParams.get('search')).toBe(service.name)
      expect(page.context().pages()).toHaveLength(1)
    })

    await test.step('is opened automatically once: the access page then forgets the recent sign-in', async () => {
      await resetBrowser(page)
      const [one, other] = [await world.build.company(), await world.build.company()]
      const { email } = await world.visitor({ moduleId: 1, profileId: 1, companies: [one, other] })
      await page.goto('/service-list')
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await passSignIn(page, portaria, email)
      await expect(page.getByText(notice)).toContainText('Serviço')
      await expect
        .poll(() => page.evaluate((): unknown => Reflect.get(history.state, 'justSignedIn')))
        .toBeUndefined()
      await page.reload()
      await expect(page.getByText(notice)).toContainText('Serviço')
    })

    const person = await world.master()
    await test.step('of a screen without a grant opens right after the sign-in', async () => {
      await resetBrowser(page)
      await page.goto('/sessions')
      await passSignIn(page, portaria, person.email)
      await expect(page.getByRole('heading', { name: 'Sessões ativas' })).toBeVisible()
    })

    await test.step('of an expired session opens right after the next sign-in', async () => {
      await world.endSessions(person)
      await page.goto('/sessions')
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await passSignIn(page, portaria, person.email)
      await expect(page.getByRole('heading', { name: 'Sessões ativas' })).toBeVisible()
    })
  })

  test('never leads to another site, however it entered the history', async ({
    page,
    portaria,
    world,
  }) => {
    for (const { put, end } of [
      { put: '/status', end: /\/status$/ },
      { put: '//elsewhere.example/', end: /\/access-page$/ },
    ]) {
      await page.goto('/sessions')
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await page.evaluate(
        (returnTo) => history.replaceState({ ...history.state, returnTo }, ''),
        put,
      )
      await page.reload()
      await passSignIn(page, portaria, (await world.master()).email)
      await expect(page).toHaveURL(end)
      await page.goto('/logout')
      await expect(page).toHaveURL(/\/auth/)
    }
  })

  test('is opened when a company is selected, and then forgotten', async ({
    page,
    world,
    openAccessPage,
    checkAxe,
  }) => {
    await test.step('without a company leads to the access page, and is opened after the selection', async () => {
      const service = await world.service()
      const [one, other] = [await world.build.company(), await world.build.company()]
      const { email } = await world.visitor({
        moduleId: 1,
        profileId: 1,
        companies: [one, other],
      })
      await openAccessPage(email)
      await page.goto(`/module-list?serviceId=${service.id}`)
      await expect(page).toHaveURL(/\/access-page$/)
      await expect(page.getByText(notice)).toContainText('Módulo')
      await checkAxe()
      await companies(page).getByRole('button', { name: other.name }).click()
      await page.getByRole('button', { name: 'Acessar Gestão de Acesso' }).click()
      await expect(page.getByRole('heading', { name: 'Módulo' })).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`/module-list\\?serviceId=${service.id}$`))
      await expect(page.getByRole('banner')).toContainText(other.name)
      expect(page.context().pages()).toHaveLength(1)
    })

    await test.step('is forgotten after it was opened: the next entry opens HOME', async () => {
      await openAccessPage((await world.administrator()).email)
      await page.goto('/function-list')
      await page.getByRole('button', { name: 'Acessar Gestão de Acesso' }).click()
      await expect(page).toHaveURL(/\/function-list$/)
      await page.getByRole('link', { name: 'ACESSE AS EMPRESAS' }).click()
      const opened = page.context().waitForEvent('page')
      await page.getByRole('button', { name: 'Acessar Gestão de Acesso' }).click()
      await expect((await opened).getByRole('heading', { name: 'HOME' })).toBeVisible()
    })

    await test.step('shows NÃO AUTORIZADO to a user who may not enter the console for any company', async () => {
      await openAccessPage((await world.visitor()).email)
      await page.goto('/service-list')
      await expect(page.getByRole('heading', { name: 'NÃO AUTORIZADO' })).toBeVisible()
      await expect(page).toHaveURL(/\/unallowed$/)
    })
  })
})

test.describe('/auth with an open session', () => {
  test('continues as that user, or ends their session for another account', async ({
    page,
    portaria,
    world,
    openAccessPage,
    checkAxe,
  }) => {
    const before = await world.master()
    await openAccessPage(before.email)
    for (const path of ['/', '/auth'])
      await test.step(`${path} offers to continue as that user instead of asking for a password`, async () => {
        await page.goto(path)
        const onward = page.getByRole('link', { name: `Continuar como ${before.name}` })
        await expect(onward).toBeVisible()
        await expect(page.getByLabel('Senha', { exact: true })).toHaveCount(0)
        await checkAxe()
        await onward.press('Enter')
        await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
      })

    await test.step('ends the session of this browser before another account signs in', async () => {
      await page.goto('/auth')
      await page.getByRole('link', { name: 'Entrar com outra conta' }).click()
      await expect(page.getByLabel('Senha', { exact: true })).toBeVisible()
      expect(await storedToken(page)).toBeNull()
      const live = await portaria.sql.query(
        'select 1 from sessions where user_id = $1 and ended_at is null',
        [before.id],
      )
      expect(live.rowCount).toBe(0)
      const next = await world.master()
      await passSignIn(page, portaria, next.email)
      await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
      await expect(page.getByRole('banner')).toContainText(next.name)
    })

    await test.step('leads a user who has entered the console to HOME', async () => {
      const { name, email } = await world.administrator()
      await openAccessPage(email)
      const entered = await openConsole(page)
      await entered.goto('/auth')
      await entered.getByRole('link', { name: `Continuar como ${name}` }).click()
      await expect(entered.getByRole('heading', { name: 'HOME' })).toBeVisible()
    })
  })
})
