import type { Page } from '@playwright/test'
import { demoPassword, expect, submitCredentials, testWith } from './fixtures.ts'
import type { Portaria } from './portaria.ts'

const test = testWith()

const success = 'Se o e-mail informado estiver cadastrado, você receberá os acessos.'
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const submit = (page: Page) => page.getByRole('button', { name: 'Recuperar acesso' }).click()

/** The question that a demo person answered; the answer is 'demo'. */
async function questionOf({ sql }: Portaria, email: string): Promise<string> {
  const { rows } = await sql.query<{ name: string }>(
    `select q.name from secret_questions q join secret_answers a on a.question_id = q.id
     join users u on u.id = a.user_id where u.email = $1`,
    [email],
  )
  return rows[0]?.name ?? ''
}

async function ask(
  page: Page,
  { email, question, response }: { email: string; question: string; response: string },
): Promise<void> {
  await page.goto('/reset_password')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('combobox', { name: 'Pergunta secreta' }).click()
  await page.getByRole('option', { name: question }).click()
  await page.getByLabel('Resposta').fill(response)
  await submit(page)
}

test.describe('/reset_password', () => {
  test('is reached from the sign-in and checks its fields in order', async ({ page, checkAxe }) => {
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()
    await expect(page).toHaveURL(/\/reset_password$/)
    await checkAxe()
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
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await submit(page)
    await expect(alert(page, 'Insira a resposta.')).toBeVisible()
    await checkAxe()
  })

  test('mails a temporary password to whoever answers, which opens the first-access modal', async ({
    page,
    portaria,
  }) => {
    const email = 'master@portaria.example'
    const question = await questionOf(portaria, email)
    const { text } = await portaria.messageAfter(email, async () => {
      await ask(page, { email, question, response: ' DEMO ' })
      await expect(page.getByText(success)).toBeVisible()
    })
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page.getByText(success)).toBeVisible()
    const temporary = text
      .split(/\s+/)
      .find((word) => /^\S{16,}$/.test(word) && !word.startsWith('http'))
    await submitCredentials(page, email, temporary ?? '')
    await expect(page.getByRole('dialog', { name: 'Primeiro acesso' })).toBeVisible()
  })

  for (const email of ['operador@portaria.example', 'ninguem@portaria.example']) {
    test(`says the same to ${email} with a wrong answer, and mails nothing`, async ({
      page,
      portaria,
    }) => {
      const question = await questionOf(portaria, 'operador@portaria.example')
      await ask(page, { email, question, response: 'errada' })
      await expect(page.getByText(success)).toBeVisible()
      await expect(page).toHaveURL(/\/auth$/)
      const { rows } = await portaria.sql.query<{ count: string }>(
        `select count(*) from outbox where recipient = $1 and created_at > now() - interval '1 minute'`,
        [email],
      )
      expect(rows[0]?.count).toBe('0')
    })
  }

  test('tells a failure and leads to the sign-in all the same', async ({ page, portaria }) => {
    await page.route('**/api/user/recovery-account', (route) => route.abort())
    await ask(page, {
      email: 'admin@portaria.example',
      question: await questionOf(portaria, 'admin@portaria.example'),
      response: 'demo',
    })
    const message = page.getByText(
      'Erro ao tentar redefinir a senha, por favor contate um administrador.',
    )
    await expect(message).toBeVisible()
    await expect(page).toHaveURL(/\/auth$/)
    await expect(message).toBeVisible()
    await page.unroute('**/api/user/recovery-account')
    await submitCredentials(page, 'admin@portaria.example', demoPassword)
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('says that the questions cannot be had', async ({ page, checkAxe }) => {
    await page.route('**/api/secret-question', (route) => route.abort())
    await page.goto('/reset_password')
    await expect(alert(page, 'Erro ao buscar perguntas secretas.')).toBeVisible()
    await checkAxe()
  })
})
