import type { Page } from '@playwright/test'
import { hashPassword, ownWork } from '../server/secrets/password-hash.ts'
import { expect, test } from './fixtures.ts'
import { closeToasts } from './follow.ts'
import { takeNext } from './keyboard.ts'
import type { Portaria } from './portaria.ts'
import { alert, chooseQuestion } from './screen.ts'
import { readCode, submitCredentials } from './sign-in-steps.ts'

const success = 'Se o e-mail informado estiver cadastrado, você receberá os acessos.'
const question = 'Em que cidade seus pais se conheceram?'
const submit = (page: Page) => page.getByRole('button', { name: 'Recuperar acesso' }).click()

/** Creates a user with the secret answer 'demo'. */
async function addPerson({ sql, world }: Portaria): Promise<string> {
  const { id, email } = await world.visitor()
  await sql.query(
    `insert into secret_answers (user_id, question_id, hash)
     select $1, id, $2 from secret_questions where name = $3`,
    [id, await hashPassword('demo', ownWork), question],
  )
  return email
}

/** Returns the temporary password in a mail: six groups of four characters. */
const mailedIn = (text: string): string => /^\w{4}(?:-\w{4}){5}$/m.exec(text)?.[0] ?? ''

/** Requests a recovery from the sign-in, after closing messages of earlier requests. */
async function ask(page: Page, email: string, response: string): Promise<void> {
  await closeToasts(page)
  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()
  // The sign-in also has an e-mail field.
  await expect(page.getByRole('heading', { name: 'Recupere seu acesso' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await chooseQuestion(page, question)
  await page.getByLabel('Resposta').fill(response)
  await submit(page)
}

test.describe('/reset_password', () => {
  test('validates its fields and reports the outcome', async ({ page, portaria, checkAxe }) => {
    await test.step('is linked from the sign-in and validates its fields in order', async () => {
      await page.goto('/auth')
      await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()
      await expect(page).toHaveURL(/\/reset_password$/)
      await expect(page.getByRole('heading', { name: 'Recupere seu acesso' })).toBeVisible()
      await submit(page)
      await expect(alert(page, 'Insira o e-mail.')).toBeVisible()
      await expect(page.getByLabel('E-mail')).toBeFocused()
      await page.getByLabel('E-mail').fill('master')
      await submit(page)
      await expect(alert(page, 'Preencha o campo e-mail com um e-mail válido!')).toBeVisible()
      await page.getByLabel('E-mail').fill('master@portaria.example')
      await submit(page)
      await expect(alert(page, 'Selecione a pergunta.')).toBeVisible()
      await page.getByRole('combobox', { name: 'Pergunta secreta' }).press('Enter')
      await expect(page.getByRole('option').first()).toBeVisible()
      await takeNext(page)
      await submit(page)
      await expect(alert(page, 'Insira a resposta.')).toBeVisible()
      await checkAxe()
      await page.goBack()
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
    })

    for (const { account, exists } of [
      { account: 'an existing account', exists: true },
      { account: 'an unknown e-mail', exists: false },
    ])
      await test.step(`shows the same message to ${account} with a wrong answer, and sends no mail`, async () => {
        const email = exists ? await addPerson(portaria) : 'ninguem@portaria.example'
        await ask(page, email, 'errada')
        await expect(page.getByText(success)).toBeVisible()
        await expect(page).toHaveURL(/\/auth$/)
        // A mail would already be stored, because it is written in a transaction before the response.
        const mails = await portaria.sql.query('select 1 from outbox where recipient = $1', [email])
        expect(mails.rowCount).toBe(0)
      })

    await test.step('reports a failure and still returns to the sign-in', async () => {
      const email = await addPerson(portaria)
      await page.route('**/api/user/recovery-account', (route) => route.abort())
      await ask(page, email, 'demo')
      await expect(
        page.getByText('Erro ao tentar redefinir a senha, por favor contate um administrador.'),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/auth$/)
      await page.unroute('**/api/user/recovery-account')
      await submitCredentials(page, email)
      // A dialog handles keys only after it has taken the focus, here on its first option.
      await expect(
        page
          .getByRole('dialog')
          .getByRole('button', { name: /SMS|E-mail/ })
          .first(),
      ).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('mails a temporary password for the right answer, which opens the modal for a new one', async () => {
      const email = await addPerson(portaria)
      const { text } = await portaria.messageAfter(email, async () => {
        await ask(page, email, ' DEMO ')
        await expect(page.getByText(success)).toBeVisible()
      })
      await expect(page).toHaveURL(/\/auth$/)
      await expect(page.getByText(success)).toBeVisible()
      await submitCredentials(page, email, mailedIn(text))
      await expect(page.getByRole('dialog', { name: 'Crie uma nova senha' })).toBeVisible()
    })

    await test.step('reports that the questions cannot be loaded', async () => {
      await page.route('**/api/secret-question', (route) => route.abort())
      await page.goto('/reset_password')
      await expect(alert(page, 'Erro ao buscar perguntas secretas.')).toBeVisible()
    })
  })
})

test('typing while another screen loads does not leave the page blank', async ({ page }) => {
  await page.goto('/auth')
  const email = page.getByLabel('Usuário (e-mail)')
  await expect(email).toBeFocused()
  // The link and the input event both load the portal. The link then shows it; the input only preloads it.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('a[href="/reset_password"]')?.click()
    document.activeElement?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  await expect(page.getByRole('heading', { name: 'Recupere seu acesso' })).toBeVisible()
})

test.describe('a forgotten password on a telephone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('needs each text once, and no pasting', async ({ page, portaria, checkAxe }) => {
    const newPassword = 'Jabuticaba-88-nuvem!'
    const email = await addPerson(portaria)
    const password = page.getByLabel('Senha', { exact: true })

    await page.goto('/auth')
    await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()
    await expect(page.getByRole('heading', { name: 'Recupere seu acesso' })).toBeVisible()
    await expect(page.getByLabel('E-mail')).toBeFocused()
    await page.keyboard.type(email)
    await page.getByRole('combobox', { name: 'Pergunta secreta' }).click()
    await page.getByRole('option', { name: question }).click()
    await page.getByLabel('Resposta').click()
    await page.keyboard.type('demo')
    const { text } = await portaria.messageAfter(email, () =>
      page.getByRole('button', { name: 'Recuperar acesso' }).click(),
    )
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page.getByLabel('Usuário (e-mail)')).toHaveValue(email)
    await expect(password).toBeFocused()
    await expect(
      page.getByText('Tanto faz maiúscula ou minúscula, com ou sem hífens.'),
    ).toBeVisible()

    await test.step('says that the password cannot be pasted, and how to enter it', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate(() => navigator.clipboard.writeText('x'))
      await password.press('ControlOrMeta+V')
      await expect(alert(page, 'Colar está desativado neste campo.')).toContainText(
        'Digite a senha; a temporária pode ser em minúsculas e sem hífens.',
      )
      await expect(password).toHaveValue('')
      await checkAxe()
    })

    await page.keyboard.type(mailedIn(text).replaceAll('-', '').toLowerCase())
    await expect(alert(page, 'Colar está desativado neste campo.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Acessar', exact: true }).click()

    const dialog = page.getByRole('dialog', { name: 'Crie uma nova senha' })
    await expect(dialog.getByLabel('Nova senha', { exact: true })).toBeFocused()
    await expect(dialog.getByLabel('Resposta')).toHaveCount(0)
    await checkAxe()
    await page.keyboard.type(newPassword)
    await dialog.getByLabel('Repita a nova senha').click()
    await page.keyboard.type(newPassword)
    const loaded = page.waitForEvent('load')
    await dialog.getByRole('button', { name: 'Salvar nova senha' }).click()
    await loaded

    await expect(page.getByLabel('Usuário (e-mail)')).toHaveValue(email)
    await expect(password).toBeFocused()
    await page.keyboard.type(newPassword)
    await page.getByRole('button', { name: 'Acessar', exact: true }).click()
    const code = await portaria.messageAfter(email, () =>
      page.getByRole('dialog').getByRole('button', { name: 'E-mail' }).click(),
    )
    await expect(page.getByLabel('Dígito 1 de 6')).toBeFocused()
    await page.keyboard.type(readCode(code.text))
    await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
  })
})
