import type { Page } from '@playwright/test'
import { hashPassword } from '../server/secrets/password-hash.ts'
import {
  chooseWay,
  codeIn,
  demoPassword,
  expect,
  submitCredentials,
  testWith,
  typeCode,
} from './fixtures.ts'
import type { Portaria } from './portaria.ts'

const test = testWith()
const newPassword = 'Jabuticaba-Azul-88-nuvem!'
const usedPassword = 'Pitanga-Verde-77-chuva!'

const firstAccess = (page: Page) => page.getByRole('dialog', { name: 'Primeiro acesso' })
const expired = (page: Page) => page.getByRole('dialog', { name: 'Sua senha expirou' })

/** Gives a demo person a temporary password: the one they have. */
async function makeTemporary({ sql }: Portaria, email: string): Promise<void> {
  await sql.query(
    `update passwords set temporary = true, expires_at = now() + interval '1 day'
     where superseded_at is null and user_id = (select id from users where email = $1)`,
    [email],
  )
}

/** Adds passwords that somebody had before, each a minute older than the one before it. */
async function addFormer(
  { sql }: Portaria,
  email: string,
  passwords: string[],
  minutesAgo: number,
): Promise<void> {
  for (const [index, password] of passwords.entries()) {
    await sql.query(
      `insert into passwords (user_id, hash, created_at, superseded_at)
       select u.id, $2, p.created_at - make_interval(mins => $3), now()
       from users u join passwords p on p.user_id = u.id and p.superseded_at is null where u.email = $1`,
      [email, await hashPassword(password), minutesAgo + index],
    )
  }
}

async function typePasswords(page: Page, password: string, repeat = password): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nova senha', { exact: true }).fill(password)
  await dialog.getByLabel('Repita a nova senha').fill(repeat)
}

async function save(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar nova senha' }).click()
}

const alertIn = (page: Page, text: string) =>
  page.getByRole('dialog').getByRole('alert').filter({ hasText: text })

async function chooseQuestion(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Pergunta secreta' }).click()
  await page.getByRole('option').first().click()
}

/** The rules of portal.md §5, in their order: what is typed, and the one sentence that is told. */
const brokenRules = [
  { typed: 'Ab1!', sentence: 'A senha deve ter no mínimo 16 caracteres.' },
  { typed: 'abcdefghijklmnop', sentence: 'A senha deve conter pelo menos uma letra maiúscula.' },
  { typed: 'ABCDEFGHIJKLMNOP', sentence: 'A senha deve conter pelo menos um número.' },
  { typed: 'ABCDEFGHIJKLMNO1', sentence: 'A senha deve conter pelo menos uma letra minúscula.' },
  { typed: 'ABCDEFGHIJKLMNo1', sentence: 'A senha deve conter pelo menos um caractere especial.' },
]

test.describe('first access', () => {
  test('checks the rules in their order, then repetition, question and answer', async ({
    page,
    portaria,
    checkAxe,
  }) => {
    await makeTemporary(portaria, 'operador@portaria.example')
    await page.goto('/auth')
    await submitCredentials(page, 'operador@portaria.example', demoPassword)
    await expect(firstAccess(page)).toBeVisible()
    await checkAxe()
    for (const { typed, sentence } of brokenRules) {
      await typePasswords(page, typed)
      await save(page)
      await expect(alertIn(page, sentence)).toBeVisible()
      await expect(firstAccess(page).getByLabel('Nova senha', { exact: true })).toBeFocused()
    }
    await typePasswords(page, newPassword, 'outra')
    await save(page)
    await expect(alertIn(page, 'As senhas não conferem.')).toBeVisible()
    await typePasswords(page, newPassword)
    await save(page)
    await expect(alertIn(page, 'Selecione a pergunta.')).toBeVisible()
    await chooseQuestion(page)
    await save(page)
    await expect(alertIn(page, 'Insira a resposta.')).toBeVisible()
    await checkAxe()
  })

  test('shows each rule as it is met', async ({ page, portaria }) => {
    await makeTemporary(portaria, 'operador@portaria.example')
    await page.goto('/auth')
    await submitCredentials(page, 'operador@portaria.example', demoPassword)
    const rules = firstAccess(page)
      .getByRole('list', { name: 'Regras da nova senha' })
      .getByRole('listitem')
    await expect(rules).toHaveText(
      brokenRules.map(({ sentence }) => `${sentence}Ainda não atendida.`),
    )
    await typePasswords(page, 'abcDEF1')
    await expect(rules.filter({ hasText: /Atendida/ })).toHaveCount(3)
    await typePasswords(page, newPassword)
    await expect(rules.filter({ hasText: /Atendida/ })).toHaveCount(5)
  })

  test('refuses what was used, what is easy to guess, and says so of anything else', async ({
    page,
    portaria,
  }) => {
    await makeTemporary(portaria, 'operador@portaria.example')
    await addFormer(portaria, 'operador@portaria.example', [usedPassword], 1)
    await page.goto('/auth')
    await submitCredentials(page, 'operador@portaria.example', demoPassword)
    await typePasswords(page, usedPassword)
    await chooseQuestion(page)
    await firstAccess(page).getByLabel('Resposta').fill('Escola Estadual')
    await save(page)
    await expect(alertIn(page, 'Essa senha já foi utilizada.')).toBeVisible()
    await typePasswords(page, 'Portaria-Senha-2026-Portaria!')
    await save(page)
    await expect(alertIn(page, 'Essa senha é fácil de adivinhar. Escolha outra.')).toBeVisible()
    await portaria.sql.query(`update challenges set expires_at = now() where used_at is null`)
    await typePasswords(page, newPassword)
    await save(page)
    await expect(alertIn(page, 'Ocorreu um erro ao alterar a senha.')).toBeVisible()
  })

  test('says that the questions cannot be had, and gets them once they can', async ({
    page,
    portaria,
    checkAxe,
  }) => {
    await makeTemporary(portaria, 'operador@portaria.example')
    await page.route('**/api/secret-question', (route) => route.abort())
    await page.goto('/auth')
    await submitCredentials(page, 'operador@portaria.example', demoPassword)
    await expect(alertIn(page, 'Erro ao buscar perguntas secretas.')).toBeVisible()
    await checkAxe()
    await page.unroute('**/api/secret-question')
    await page.getByRole('button', { name: 'Buscar novamente' }).click()
    await chooseQuestion(page)
    await expect(alertIn(page, 'Erro ao buscar perguntas secretas.')).toHaveCount(0)
  })

  test('sets password and answer: message for 3 s, toast, reload after 2 s, and in with the new one', async ({
    page,
  }) => {
    const email = 'primeiro.acesso@portaria.example'
    await page.goto('/auth')
    await submitCredentials(page, email, demoPassword)
    await typePasswords(page, newPassword)
    await chooseQuestion(page)
    await firstAccess(page).getByLabel('Resposta').fill('Escola Estadual')
    await save(page)
    const message = page.getByText('Senha redefinida com sucesso. Faça login com sua nova senha.')
    await expect(firstAccess(page).getByRole('status')).toHaveText(
      'Senha redefinida com sucesso. Faça login com sua nova senha.',
    )
    const shown = Date.now()
    await expect(firstAccess(page)).toHaveCount(0)
    expect(Date.now() - shown).toBeGreaterThan(2000)
    await expect(message).toBeVisible()
    await page.waitForEvent('load')
    expect(Date.now() - shown).toBeGreaterThan(4000)
    await submitCredentials(page, email, demoPassword)
    await expect(
      page.getByRole('alert').filter({ hasText: 'Credenciais de acesso inválidas.' }),
    ).toBeVisible()
    await submitCredentials(page, email, newPassword)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'E-mail' })).toBeVisible()
  })
})

test.describe('an expired password', () => {
  const email = 'senha.expirada@portaria.example'

  /** To the modal, through the one-time code. */
  async function arrive(page: Page, portaria: Portaria): Promise<void> {
    await page.goto('/auth')
    await submitCredentials(page, email, demoPassword)
    const { text } = await portaria.messageAfter(email, () => chooseWay(page, 'E-mail'))
    await typeCode(page, codeIn(text))
    await expect(expired(page)).toBeVisible()
  }

  test('has the same rules, and the security-policy message for anything else', async ({
    page,
    portaria,
    checkAxe,
  }) => {
    await arrive(page, portaria)
    await checkAxe()
    await expect(page.evaluate(() => sessionStorage.getItem('tempToken'))).resolves.toMatch(
      /^[\w-]{43}$/,
    )
    for (const { typed, sentence } of brokenRules) {
      await typePasswords(page, typed)
      await save(page)
      await expect(alertIn(page, sentence)).toBeVisible()
    }
    await typePasswords(page, newPassword, 'outra')
    await save(page)
    await expect(alertIn(page, 'As senhas não conferem.')).toBeVisible()
    await portaria.sql.query(`update challenges set expires_at = now() where used_at is null`)
    await typePasswords(page, newPassword)
    await save(page)
    await expect(
      alertIn(
        page,
        'Não é possível realizar essa ação, pois ela viola as Políticas de Segurança do Sistema. Contate um Administrador!',
      ),
    ).toBeVisible()
  })

  test('remembers twelve, forgets the thirteenth, and renews', async ({ page, portaria }) => {
    await arrive(page, portaria)
    const fillers = Array.from({ length: 10 }, (_, index) => `Filler-${index}-Password!`)
    await addFormer(portaria, email, [...fillers, usedPassword], 1)
    await typePasswords(page, usedPassword)
    await save(page)
    await expect(alertIn(page, 'Essa senha já foi utilizada.')).toBeVisible({ timeout: 15_000 })
    await addFormer(portaria, email, ['Filler-11-Password!'], 0)
    // A password is compared with twelve hashes.
    await save(page)
    await expect(
      page.getByText('Senha alterada com sucesso, realize o login com a nova senha.'),
    ).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.evaluate(() => sessionStorage.getItem('tempToken'))).resolves.toBeNull()
    await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('')
    await submitCredentials(page, email, usedPassword)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'E-mail' })).toBeVisible()
  })
})
