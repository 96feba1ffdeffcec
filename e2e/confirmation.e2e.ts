import { createHash } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { administratorProfileId, consoleModuleId } from '../contract/constants.ts'
import { expect, test as base } from './console.ts'
import { demoPassword } from './fixtures.ts'
import { follow } from './follow.ts'
import { proofDialog, save } from './screen.ts'
import { openConsole, signInFederated } from './sign-in-steps.ts'
import type { Person } from './world.ts'

const modal = proofDialog
const alert = (page: Page, text: string) => modal(page).getByRole('alert').filter({ hasText: text })
const confirm = (page: Page) => modal(page).getByRole('button', { name: 'Confirmar' }).click()
const password = (page: Page) => modal(page).getByLabel('Senha', { exact: true })

/** The form of a new service filled in and sent. */
async function sendService(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Descrição').fill('Serviço criado por um teste.')
  await save(page)
}

const test = base.extend<{
  /** As an administrator of the test's own, with a new service sent: the modal is open. Answers its name and who it is. */
  beginSaving: () => Promise<{ name: string; person: Person }>
}>({
  beginSaving: async ({ page, world, enter }, use) => {
    const person = await world.administrator()
    let entered = false
    await use(async () => {
      const name = world.unique('Serviço confirmado')
      if (entered) await follow(page, '/service-form')
      else await enter('/service-form', person.email)
      entered = true
      await sendService(page, name)
      await expect(modal(page)).toBeVisible()
      return { name, person }
    })
  },
})

test.describe('the confirmation of identity', () => {
  test('is proven, refused, or cannot be had', async ({ page, beginSaving, checkAxe }) => {
    await test.step('says what is confirmed, asks for the password, and sends exactly the confirmed bytes once', async () => {
      const { name } = await beginSaving()
      await expect(modal(page).getByText(`Cadastrar o serviço ${name}`)).toBeVisible()
      await expect(password(page)).toBeFocused()
      await checkAxe()
      const sent: Request[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && /\/api\/(service|user-local)/.test(request.url()))
          sent.push(request)
      })
      await password(page).fill(demoPassword)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Serviço cadastrado')).toBeVisible()
      await expect(modal(page)).toHaveCount(0)

      const [asked, saved] = sent
      expect(sent).toHaveLength(2)
      const body = saved?.postDataBuffer() ?? Buffer.alloc(0)
      expect(asked?.postDataJSON()).toMatchObject({
        operations: [
          {
            method: 'POST',
            path: '/service',
            body_sha256: createHash('sha256').update(body).digest('hex'),
          },
        ],
      })
      expect((await saved?.allHeaders())?.['code']).toMatch(/^[\w-]{43}$/)
      expect(await page.evaluate(() => sessionStorage.getItem('code'))).toBeNull()
    })

    await test.step('tells an empty and a wrong password, and goes on with the right one', async () => {
      await beginSaving()
      await confirm(page)
      await expect(alert(page, 'Preencha o campo de senha')).toBeVisible()
      await password(page).fill('errada')
      await confirm(page)
      await expect(alert(page, 'Senha inválida')).toBeVisible()
      await checkAxe()
      await password(page).fill(demoPassword)
      await confirm(page)
      await expect(page.getByText('Serviço cadastrado')).toBeVisible()
    })

    await test.step('tells any other failure, and an answer without a code', async () => {
      await beginSaving()
      const validation = '**/api/user-local/validate-password'
      await page.route(validation, (route) => route.abort())
      await password(page).fill(demoPassword)
      await confirm(page)
      await expect(alert(page, 'Erro ao validar senha')).toBeVisible()
      await page.unroute(validation)
      await page.route(validation, (route) => route.fulfill({ json: { result: { data: {} } } }))
      await password(page).fill('outra coisa')
      await confirm(page)
      await expect(alert(page, 'Erro ao validar senha')).toBeVisible()
      await page.unroute(validation)
      await password(page).fill(demoPassword)
      await confirm(page)
      await expect(page.getByText('Serviço cadastrado')).toBeVisible()
    })
  })

  test('is left by the person, or because the session ends', async ({
    page,
    beginSaving,
    world,
  }) => {
    await test.step('can be cancelled: nothing is sent, nothing is told, the form stays', async () => {
      const { name } = await beginSaving()
      let sent = 0
      await page.route('**/api/service', (route) => {
        sent += 1
        return route.continue()
      })
      await modal(page).getByRole('button', { name: 'Cancelar' }).click()
      await expect(modal(page)).toHaveCount(0)
      await expect(page.getByLabel('Nome')).toHaveValue(name)
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(sent).toBe(0)
      await save(page)
      // A dialog hears keys once it stands, which its focus shows.
      await expect(password(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(modal(page)).toHaveCount(0)
    })

    await test.step('is left when the session ends meanwhile', async () => {
      const { person } = await beginSaving()
      await world.endSessions(person)
      await password(page).fill(demoPassword)
      await confirm(page)
      await expect(page.getByText('Sua sessão expirou, faça login novamente.')).toBeVisible()
      await expect(modal(page)).toHaveCount(0)
      await expect(page).toHaveURL(/\/auth/)
    })
  })
})

test.describe('the confirmation of identity of a federated person', () => {
  test('is a popup of 600×600 at the provider, and a fresh authentication there', async ({
    page,
    world,
    checkAxe,
  }) => {
    const { email } = await world.visitor({
      user: world.federated(),
      moduleId: consoleModuleId,
      profileId: administratorProfileId,
    })
    await signInFederated(page, email)
    const console = await openConsole(page)
    const name = world.unique('Serviço federado')
    await console.goto('/service-form')
    await sendService(console, name)

    const dialog = console.getByRole('dialog', { name: 'Confirme sua identidade para continuar' })
    await expect(dialog.getByText(`Cadastrar o serviço ${name}`)).toBeVisible()
    await checkAxe(console)
    const popped = console.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Confirmar identidade' }).click()
    const popup = await popped
    await expect(popup.getByRole('heading', { name: 'Confirme sua identidade' })).toBeVisible()
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 600])
    await expect(dialog.getByRole('status')).toHaveText(
      'Conclua a confirmação na janela que se abriu.',
    )
    await popup.getByLabel('Senha').fill(demoPassword)
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Continuar' }).click()
    await closed
    await expect(console.getByText('Serviço cadastrado')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    expect(await console.evaluate(() => localStorage.getItem('loginState'))).toBeNull()
  })
})
