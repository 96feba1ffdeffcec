import type { Page } from '@playwright/test'
import { after, days } from '../server/shared/clock.ts'
import { hashPassword, ownWork } from '../server/secrets/password-hash.ts'
import { expect, test } from './fixtures.ts'
import type { Portaria } from './portaria.ts'
import { alert, chooseQuestion } from './screen.ts'
import { passSignIn, submitCredentials } from './sign-in-steps.ts'
import type { Person, World } from './world.ts'

const newPassword = 'Jabuticaba-Azul-88-nuvem!'
const usedPassword = 'Pitanga-Verde-77-chuva!'

const firstAccess = (page: Page) => page.getByRole('dialog', { name: 'Primeiro acesso' })
const expired = (page: Page) => page.getByRole('dialog', { name: 'Sua senha expirou' })

/** Adds earlier passwords of a user, one minute apart, newest first. */
async function addFormer(
  { sql }: Portaria,
  { id }: Person,
  passwords: string[],
  minutesAgo: number,
): Promise<void> {
  for (const [index, password] of passwords.entries()) {
    await sql.query(
      `insert into passwords (user_id, hash, created_at, superseded_at)
       select user_id, $2, created_at - make_interval(mins => $3), now()
       from passwords where superseded_at is null and user_id = $1`,
      [id, await hashPassword(password, ownWork), minutesAgo + index],
    )
  }
}

/** Expires the user's open challenges. */
async function expireChallenges({ sql }: Portaria, { id }: Person): Promise<void> {
  await sql.query('update challenges set expires_at = now() where user_id = $1', [id])
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

/** Opens the sign-in: closes the dialog of the previous user, or loads the page if there is none. */
async function toSignIn(page: Page): Promise<void> {
  const opened = page.getByRole('dialog')
  if ((await opened.count()) === 0) await page.goto('/auth')
  else await opened.getByRole('button', { name: 'Fechar' }).click()
  await expect(opened).toHaveCount(0)
}

/** The rules of portal.md §5 in their order: a password that breaks the rule, and the only message shown. */
const brokenRules = [
  { typed: 'Ab1!', sentence: 'A senha deve ter no mínimo 16 caracteres.' },
  { typed: 'abcdefghijklmnop', sentence: 'A senha deve conter pelo menos uma letra maiúscula.' },
  { typed: 'ABCDEFGHIJKLMNOP', sentence: 'A senha deve conter pelo menos um número.' },
  { typed: 'ABCDEFGHIJKLMNO1', sentence: 'A senha deve conter pelo menos uma letra minúscula.' },
  { typed: 'ABCDEFGHIJKLMNo1', sentence: 'A senha deve conter pelo menos um caractere especial.' },
]

test.describe('first access', () => {
  /** Opens the modal with a temporary password. */
  async function openFirstAccess(page: Page, world: World): Promise<Person> {
    const person = await world.visitor({ user: { temporaryUntil: after(new Date(), days(1)) } })
    await toSignIn(page)
    await submitCredentials(page, person.email)
    await expect(firstAccess(page)).toBeVisible()
    return person
  }

  test('shows the rules and refuses invalid passwords', async ({
    page,
    world,
    checkAxe,
    portaria,
  }) => {
    await test.step('checks the rules in their order, then repetition, question and answer', async () => {
      await openFirstAccess(page, world)
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

    await test.step('marks each rule as it is met', async () => {
      await openFirstAccess(page, world)
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

    await test.step('refuses used and guessable passwords, and reports any other failure', async () => {
      const person = await openFirstAccess(page, world)
      await addFormer(portaria, person, [usedPassword], 1)
      await typePasswords(page, usedPassword)
      await chooseQuestion(page)
      await firstAccess(page).getByLabel('Resposta').fill('Escola Estadual')
      await save(page)
      await expect(alertIn(page, 'Essa senha já foi utilizada.')).toBeVisible()
      await typePasswords(page, 'Portaria-Senha-2026-Portaria!')
      await save(page)
      await expect(alertIn(page, 'Essa senha é fácil de adivinhar. Escolha outra.')).toBeVisible()
      await expireChallenges(portaria, person)
      await typePasswords(page, newPassword)
      await save(page)
      await expect(alertIn(page, 'Ocorreu um erro ao alterar a senha.')).toBeVisible()
    })

    await test.step('reports that the questions cannot be loaded, and loads them on retry', async () => {
      await page.route('**/api/secret-question', (route) => route.abort())
      // A page load clears the cached questions.
      await page.goto('about:blank')
      await openFirstAccess(page, world)
      await expect(alertIn(page, 'Erro ao buscar perguntas secretas.')).toBeVisible()
      await checkAxe()
      await page.unroute('**/api/secret-question')
      await page.getByRole('button', { name: 'Buscar novamente' }).click()
      await chooseQuestion(page)
      await expect(alertIn(page, 'Erro ao buscar perguntas secretas.')).toHaveCount(0)
    })
  })

  test('sets password and answer: message for 3 s, toast, reload after 2 s, and sign-in with the new password', async ({
    page,
    world,
  }) => {
    await page.clock.install()
    const { email } = await openFirstAccess(page, world)
    await typePasswords(page, newPassword)
    await chooseQuestion(page)
    await firstAccess(page).getByLabel('Resposta').fill('Escola Estadual')
    await page.clock.pauseAt(Date.now() + 10_000)
    await save(page)
    const sentence = 'Senha redefinida com sucesso. Faça login com sua nova senha.'
    const message = firstAccess(page).getByRole('status')
    // Advance the paused clock in small ticks, so that each message appears at the start of its time.
    await expect(async () => {
      await page.clock.runFor(10)
      await expect(message).toHaveText(sentence, { timeout: 100 })
    }).toPass()
    await page.clock.runFor(2900)
    await expect(message).toHaveText(sentence)
    await page.clock.runFor(1000)
    await expect(firstAccess(page)).toHaveCount(0)
    await expect(page.getByText(sentence)).toBeVisible()
    const loaded = page.waitForEvent('load')
    await page.clock.runFor(1200)
    await loaded
    await page.clock.resume()
    // The toast has gone with the old page, so the form says which password to use.
    await expect(page.getByText('Sua senha foi alterada. Entre com a nova senha.')).toBeVisible()
    await submitCredentials(page, email)
    await expect(alert(page, 'Credenciais de acesso inválidas.')).toBeVisible()
    await submitCredentials(page, email, newPassword)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'E-mail' })).toBeVisible()
  })
})

test.describe('an expired password', () => {
  /** Opens the modal through the one-time code. */
  async function openExpiredPassword(page: Page, portaria: Portaria): Promise<Person> {
    const person = await portaria.world.visitor({ user: { passwordAgeDays: 120 } })
    await toSignIn(page)
    await passSignIn(page, portaria, person.email)
    await expect(expired(page)).toBeVisible()
    return person
  }

  test('its rules and its history', async ({ page, portaria, checkAxe }) => {
    await test.step('has the same rules, and the security-policy message for anything else', async () => {
      const person = await openExpiredPassword(page, portaria)
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
      await expireChallenges(portaria, person)
      await typePasswords(page, newPassword)
      await save(page)
      await expect(
        alertIn(
          page,
          'Não é possível realizar essa ação, pois ela viola as Políticas de Segurança do Sistema. Contate um Administrador!',
        ),
      ).toBeVisible()
    })

    await test.step('refuses the last twelve passwords, accepts the thirteenth, and renews', async () => {
      const person = await openExpiredPassword(page, portaria)
      const fillers = Array.from({ length: 10 }, (_, index) => `Filler-${index}-Password!`)
      await addFormer(portaria, person, [...fillers, usedPassword], 1)
      await typePasswords(page, usedPassword)
      await save(page)
      await expect(alertIn(page, 'Essa senha já foi utilizada.')).toBeVisible()
      await addFormer(portaria, person, ['Filler-11-Password!'], 0)
      // `usedPassword` is now the thirteenth, and only the last twelve are refused.
      await save(page)
      await expect(
        page.getByText('Senha alterada com sucesso, realize o login com a nova senha.'),
      ).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      // The token is removed right after the modal has used it.
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('tempToken'))).toBeNull()
      await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('')
      await expect(page.getByText('Sua senha foi alterada. Entre com a nova senha.')).toBeVisible()
      await submitCredentials(page, person.email, usedPassword)
      await expect(page.getByRole('dialog').getByRole('button', { name: 'E-mail' })).toBeVisible()
    })
  })
})
