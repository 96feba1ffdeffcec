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

/** Fills in and submits the form of a new service. */
async function sendService(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Descrição').fill('Serviço criado por um teste.')
  await save(page)
}

const test = base.extend<{
  /**
   * Submits a new service as a new administrator, so that the modal is open. Returns the service's name and the user.
   */
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

test.describe('the identity confirmation', () => {
  test('succeeds, is refused, or fails', async ({ page, beginSaving }) => {
    await test.step('shows what is confirmed, asks for the password, and sends exactly the confirmed bytes once', async () => {
      const { name } = await beginSaving()
      await expect(modal(page).getByText(`Cadastrar o serviço ${name}`)).toBeVisible()
      await expect(password(page)).toBeFocused()
      const sent: Request[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && /\/api\/(service|user-local)/.test(request.url()))
          sent.push(request)
      })
      await password(page).fill(demoPassword)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Serviço cadastrado')).toBeVisible()
      await expect(modal(page)).toHaveCount(0)

      const [confirmationCall, saved] = sent
      expect(sent).toHaveLength(2)
      const body = saved?.postDataBuffer() ?? Buffer.alloc(0)
      expect(confirmationCall?.postDataJSON()).toMatchObject({
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

    await test.step('reports an empty and a wrong password, and continues with the right one', async () => {
      await beginSaving()
      await confirm(page)
      await expect(alert(page, 'Preencha o campo de senha')).toBeVisible()
      await password(page).fill('errada')
      await confirm(page)
      await expect(alert(page, 'Senha inválida')).toBeVisible()
      await password(page).fill(demoPassword)
      await confirm(page)
      await expect(page.getByText('Serviço cadastrado')).toBeVisible()
    })

    await test.step('reports any other failure, and a response without a code', async () => {
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

  test('closes when the user cancels or the session ends', async ({ page, beginSaving, world }) => {
    await test.step('can be cancelled: nothing is sent, no message appears, the form stays', async () => {
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
      // A dialog handles keys only after it has taken the focus.
      await expect(password(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(modal(page)).toHaveCount(0)
    })

    await test.step('closes when the session ends', async () => {
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

test.describe('the identity confirmation of a federated user', () => {
  test('is a 600×600 popup at the provider, with a new authentication there', async ({
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
