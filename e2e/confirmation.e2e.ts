import { createHash } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { demoPassword, expect, testWith } from './fixtures.ts'

const test = testWith()
const save = '**/api/service'
const modal = (page: Page) =>
  page.getByRole('dialog', { name: 'Insira sua senha para continuar a operação' })
const alert = (page: Page, text: string) => modal(page).getByRole('alert').filter({ hasText: text })
const confirm = (page: Page) => modal(page).getByRole('button', { name: 'Confirmar' }).click()

/** As administrator in the console, with the form of a new service filled in and sent: the modal is open. */
async function beginSaving(
  page: Page,
  signIn: (email: string) => Promise<void>,
  name: string,
): Promise<Page> {
  await signIn('admin@portaria.example')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Acessar Gestão de Acesso' }).click()
  const console = await opened
  await expect(console.getByRole('heading', { name: 'HOME' })).toBeVisible()
  await console.goto('/service-form')
  await console.getByLabel('Nome').fill(name)
  await console.getByLabel('Descrição').fill('Serviço criado por um teste.')
  await console.getByRole('button', { name: 'Salvar' }).click()
  await expect(modal(console)).toBeVisible()
  return console
}

test.describe('the confirmation of identity', () => {
  test('says what is confirmed, asks for the password, and sends exactly the confirmed bytes once', async ({
    page,
    signIn,
    checkAxe,
  }) => {
    const console = await beginSaving(page, signIn, 'Serviço confirmado')
    await expect(modal(console).getByText('Cadastrar o serviço Serviço confirmado')).toBeVisible()
    await expect(modal(console).getByLabel('Senha', { exact: true })).toBeFocused()
    await checkAxe(console)
    const sent: Request[] = []
    console.on('request', (request) => {
      if (request.method() === 'POST' && /\/api\/(service|user-local)/.test(request.url()))
        sent.push(request)
    })
    await modal(console).getByLabel('Senha', { exact: true }).fill(demoPassword)
    await console.keyboard.press('Enter')
    await expect(console.getByText('Serviço cadastrado')).toBeVisible()
    await expect(modal(console)).toHaveCount(0)

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
    expect(await console.evaluate(() => sessionStorage.getItem('code'))).toBeNull()
  })

  test('tells an empty and a wrong password, and goes on with the right one', async ({
    page,
    signIn,
    checkAxe,
  }) => {
    const console = await beginSaving(page, signIn, 'Serviço insistente')
    await confirm(console)
    await expect(alert(console, 'Preencha o campo de senha')).toBeVisible()
    await modal(console).getByLabel('Senha', { exact: true }).fill('errada')
    await confirm(console)
    await expect(alert(console, 'Senha inválida')).toBeVisible()
    await checkAxe(console)
    await modal(console).getByLabel('Senha', { exact: true }).fill(demoPassword)
    await confirm(console)
    await expect(console.getByText('Serviço cadastrado')).toBeVisible()
  })

  test('tells any other failure, and an answer without a code', async ({ page, signIn }) => {
    const console = await beginSaving(page, signIn, 'Serviço sem sorte')
    const validation = '**/api/user-local/validate-password'
    await console.route(validation, (route) => route.abort())
    await modal(console).getByLabel('Senha', { exact: true }).fill(demoPassword)
    await confirm(console)
    await expect(alert(console, 'Erro ao validar senha')).toBeVisible()
    await console.unroute(validation)
    await console.route(validation, (route) => route.fulfill({ json: { result: { data: {} } } }))
    await modal(console).getByLabel('Senha', { exact: true }).fill('outra coisa')
    await confirm(console)
    await expect(alert(console, 'Erro ao validar senha')).toBeVisible()
    await console.unroute(validation)
    await modal(console).getByLabel('Senha', { exact: true }).fill(demoPassword)
    await confirm(console)
    await expect(console.getByText('Serviço cadastrado')).toBeVisible()
  })

  test('can be cancelled: nothing is sent, nothing is told, the form stays', async ({
    page,
    signIn,
  }) => {
    const console = await beginSaving(page, signIn, 'Serviço desistido')
    let sent = 0
    await console.route(save, (route) => {
      sent += 1
      return route.continue()
    })
    await modal(console).getByRole('button', { name: 'Cancelar' }).click()
    await expect(modal(console)).toHaveCount(0)
    await expect(console.getByLabel('Nome')).toHaveValue('Serviço desistido')
    await expect(console.getByRole('alert')).toHaveCount(0)
    expect(sent).toBe(0)
    await console.getByRole('button', { name: 'Salvar' }).click()
    await expect(modal(console)).toBeVisible()
    await console.keyboard.press('Escape')
    await expect(modal(console)).toHaveCount(0)
  })

  test('is left when the session ends meanwhile', async ({ page, portaria, signIn }) => {
    const console = await beginSaving(page, signIn, 'Serviço tardio')
    await portaria.sql.query(
      `update sessions set ended_at = now(), end_reason = 'idle' where ended_at is null`,
    )
    await modal(console).getByLabel('Senha', { exact: true }).fill(demoPassword)
    await confirm(console)
    await expect(console.getByText('Sua sessão expirou, faça login novamente.')).toBeVisible()
    await expect(modal(console)).toHaveCount(0)
    await expect(console).toHaveURL(/\/auth/)
  })
})

test.describe('the confirmation of identity of a federated person', () => {
  test('is a popup of 600×600 at the provider, and a fresh authentication there', async ({
    page,
    portaria,
    checkAxe,
  }) => {
    // The demo's federated person is no administrator: for this test they are.
    await portaria.sql.query(`insert into user_profiles (user_id, profile_id, company_id)
      select u.id, 1, 1 from users u where u.email = 'federado@portaria.example' on conflict do nothing`)
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Acesso Federado' }).click()
    await page.getByLabel('E-mail').fill('federado@portaria.example')
    await page.getByLabel('Senha').fill(demoPassword)
    await page.getByRole('button', { name: 'Continuar' }).click()
    const companies = page.getByRole('region', { name: 'Empresa' })
    const { rows } = await portaria.sql.query<{ name: string }>(
      'select name from companies where id = 1',
    )
    await companies.getByRole('button', { name: rows[0]?.name ?? '' }).click()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Acessar Gestão de Acesso' }).click()
    const console = await opened
    await expect(console.getByRole('heading', { name: 'HOME' })).toBeVisible()
    await console.goto('/service-form')
    await console.getByLabel('Nome').fill('Serviço federado')
    await console.getByLabel('Descrição').fill('Serviço criado por um teste.')
    await console.getByRole('button', { name: 'Salvar' }).click()

    const dialog = console.getByRole('dialog', { name: 'Confirme sua identidade para continuar' })
    await expect(dialog.getByText('Cadastrar o serviço Serviço federado')).toBeVisible()
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
