import type { Page } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'
import { follow } from './follow.ts'
import {
  chooseFromUserMenu,
  confirmIdentity,
  expectToFit,
  inLightAndDark,
  rows,
  toast,
} from './screen.ts'
import { signIn } from './sign-in-steps.ts'
import type { Person } from './world.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const onlyThis = 'Sua conta não está aberta em nenhum outro lugar.'

const endButton = (page: Page) =>
  page.getByRole('button', { name: /^Encerrar: Firefox no Windows,/ })
const endOthers = (page: Page) => page.getByRole('button', { name: 'Encerrar todas as outras' })

const test = base.extend<{
  person: Person
  /** Signs the user in on this page. */
  signInHere: () => Promise<void>
  /** Signs the same user in on another browser. */
  elsewhere: () => Promise<Page>
}>({
  person: async ({ world }, use) => use(await world.master()),
  signInHere: async ({ person, signIn: signInAs }, use) => use(() => signInAs(person.email)),
  elsewhere: async ({ browser, portaria, person }, use) => {
    const opened: Page[] = []
    await use(async () => {
      const page = await (await browser.newContext({ userAgent: firefox })).newPage()
      opened.push(page)
      await signIn(page, portaria, person.email)
      return page
    })
    for (const page of opened) await page.context().close()
  },
})

async function expectOut(page: Page): Promise<void> {
  await page.reload()
  await expect(page.getByText('Sua sessão expirou, faça login novamente.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth/)
}

async function expectIn(page: Page): Promise<void> {
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).not.toHaveURL(/\/auth/)
}

test.describe('/sessions', () => {
  test('shows and ends sessions', async ({ page, elsewhere, signInHere, checkAxe }) => {
    const other = await elsewhere()
    await signInHere()
    await test.step('is linked from the user box and shows where the user is signed in, with the current session marked', async () => {
      await chooseFromUserMenu(page, 'Sessões ativas')
      await expect(page.getByRole('heading', { name: 'Sessões ativas' })).toBeVisible()
      await expect(page).toHaveTitle(/^Sessões ativas/)
      await expect(page.getByRole('navigation', { name: 'Você está em' })).toContainText(
        'Sessões ativas',
      )
      await expect(rows(page)).toHaveCount(2)
      await expect(rows(page).first()).toContainText('Esta sessão')
      await expect(page.getByText('Esta sessão')).toHaveCount(1)
      const line = page.getByRole('row').filter({ hasText: 'Firefox no Windows' })
      await expect(line).toContainText('Senha e código')
      await expect(line).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/)
      await expect(page.getByRole('button', { name: /^Encerrar: / })).toHaveCount(1)
      await page.getByRole('button', { name: 'Identificação completa: Firefox no Windows' }).click()
      await expect(page.getByText(firefox)).toBeVisible()
      await checkAxe()
    })

    await test.step('ends no session if the confirmation is cancelled', async () => {
      await follow(page, '/sessions')
      for (const button of [endButton(page), endOthers(page)]) {
        await button.focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog').getByLabel('Senha', { exact: true })).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(button).toBeFocused()
      }
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expectIn(other)
    })

    await test.step('ends another session after identity confirmation: that browser is signed out, this one is not', async () => {
      await follow(page, '/sessions')
      await endButton(page).click()
      const modal = page.getByRole('dialog')
      await expect(modal.getByText(/^Encerrar a sessão Firefox no Windows \(.+\)$/)).toBeVisible()
      await expect(modal).toContainText('Quem usa essa sessão precisa entrar de novo.')
      await expect(modal.getByRole('button', { name: 'Confirmar' })).toHaveCSS(
        'background-color',
        'rgb(179, 38, 30)',
      )
      await expectIn(other)
      await confirmIdentity(page)
      await expect(toast(page, 'Sessão encerrada.')).toBeVisible()
      await expect(endButton(page)).toHaveCount(0)
      await expect(page.getByRole('status', { name: 'Situação da lista' })).toHaveText(onlyThis)
      await expect(page.getByRole('heading', { name: 'Sessões ativas' })).toBeFocused()
      await expectOut(other)
      await expectIn(page)
    })
  })

  test('ends all other sessions together, and offers it only if there are others', async ({
    page,
    elsewhere,
    signInHere,
  }) => {
    const others = [await elsewhere(), await elsewhere()]
    await signInHere()
    await page.goto('/sessions')
    await expect(endButton(page)).toHaveCount(2)
    await endOthers(page).click()
    await expect(page.getByRole('dialog')).toContainText(
      'Quem usa essas sessões precisa entrar de novo.',
    )
    await confirmIdentity(page)
    await expect(toast(page, 'Outras sessões encerradas.')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(endOthers(page)).toHaveCount(0)
    for (const other of others) await expectOut(other)
    await expectIn(page)
  })

  test('reports concurrent changes and failed reads', async ({
    page,
    portaria,
    person,
    elsewhere,
    signInHere,
  }) => {
    await signInHere()
    await test.step('reports that a session has already ended, and shows the remaining ones', async () => {
      await elsewhere()
      await page.goto('/sessions')
      await expect(endButton(page)).toBeVisible()
      await portaria.sql.query(
        `update sessions set ended_at = now(), end_reason = 'idle'
         where ended_at is null and user_id = $1 and user_agent like '%Firefox%'`,
        [person.id],
      )
      await endButton(page).click()
      await confirmIdentity(page)
      await expect(toast(page, 'Registro não encontrado.')).toBeVisible()
      await expect(page.getByRole('status', { name: 'Situação da lista' })).toHaveText(onlyThis)
    })

    await test.step('offers a retry if the list cannot be read', async () => {
      await page.route('**/api/user/sessions', (route) => route.abort())
      await page.goto('/sessions')
      await expect(page.getByRole('alert')).toContainText('Não foi possível carregar a lista.')
      await page.unroute('**/api/user/sessions')
      await page.getByRole('button', { name: 'Tentar novamente' }).click()
      await expect(rows(page)).toHaveCount(1)
    })

    await test.step("the note appears right below the table's header", async () => {
      await follow(page, '/sessions')
      await expect(rows(page)).toHaveCount(1)
      const bottomOf = async (name: string) => {
        const { y = 0, height = 0 } =
          (await page.getByRole('columnheader', { name }).boundingBox()) ?? {}
        return y + height
      }
      const row = await page.getByRole('row').nth(1).boundingBox()
      expect(row?.y).toBeGreaterThanOrEqual(await bottomOf('Dispositivo'))
      const lead = await page.getByText('Onde sua conta está aberta agora.').boundingBox()
      expect((row?.y ?? 0) - (lead?.y ?? 0)).toBeLessThan(100)
    })
  })

  test('fits a phone, in light and dark', async ({ page, elsewhere, signInHere }) => {
    await elsewhere()
    await page.setViewportSize({ width: 360, height: 740 })
    await signInHere()
    await chooseFromUserMenu(page, 'Sessões ativas')
    await inLightAndDark(page, 'fits a telephone', async () => {
      await expect(rows(page)).toHaveCount(2)
      await expectToFit(page, 360)
    })
  })
})
