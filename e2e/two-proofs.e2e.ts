/** Recovery with two proofs, and the link 'Não fui eu' (decisions 96 and 97). */
import { stepAt, totpCodeAt } from '../server/factors/totp.ts'
import { hashPassword, ownWork } from '../server/secrets/password-hash.ts'
import { addApp } from './app-steps.ts'
import { expect, test } from './fixtures.ts'
import { linkIn, mailTo } from './mail-steps.ts'
import { chooseFromUserMenu, chooseQuestion, confirmIdentity, toast } from './screen.ts'
import { passSignIn, signIn, submitCredentials, typeCode } from './sign-in-steps.ts'

const question = 'Em que cidade seus pais se conheceram?'
const newPassword = 'Jabuticaba-88-nuvem!'

test('a recovery with two proofs works, with one it is refused', async ({
  page,
  world,
  portaria,
  openAccessPage,
  checkAxe,
}) => {
  const { id, email } = await world.visitor()
  await portaria.sql.query(
    `insert into secret_answers (user_id, question_id, hash)
     select $1, id, $2 from secret_questions where name = $3`,
    [id, await hashPassword('demo', ownWork), question],
  )
  await openAccessPage(email)
  const secret = await addApp(page)
  await chooseFromUserMenu(page, 'Sair')

  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()
  // The sign-in, which is visible until then, has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Recupere seu acesso' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await chooseQuestion(page, question)
  await page.getByLabel('Resposta').fill('demo')
  await page.getByRole('button', { name: 'Recuperar acesso' }).click()
  const mailed = await mailTo(portaria, email, 'Sua senha temporária')
  expect(mailed).toContain('ela serve junto com um deles ou com um código de recuperação')
  const temporary = /^\w{4}(?:-\w{4}){5}$/m.exec(mailed)?.[0] ?? ''
  await expect(page).toHaveURL(/\/auth$/)
  await submitCredentials(page, email, temporary)

  const dialog = page.getByRole('dialog', { name: 'Crie uma nova senha' })
  await dialog.getByLabel('Nova senha', { exact: true }).fill(newPassword)
  await dialog.getByLabel('Repita a nova senha').fill(newPassword)
  const save = dialog.getByRole('button', { name: 'Salvar nova senha' })
  await save.click()
  await expect(dialog.getByText('Insira o código.')).toBeVisible()
  await checkAxe()
  const code = dialog.getByLabel('Código do aplicativo')
  const right = totpCodeAt(secret, stepAt(new Date()))
  await code.fill(right === '000000' ? '000001' : '000000')
  await save.click()
  await expect(dialog.getByText('Código inválido.')).toBeVisible()
  await code.fill(totpCodeAt(secret, stepAt(new Date())))
  const loaded = page.waitForEvent('load')
  await save.click()
  await loaded
  await submitCredentials(page, email, newPassword)
  await expect(
    page.getByRole('dialog').getByRole('button', { name: /^Aplicativo autenticador/ }),
  ).toBeVisible()
})

test("'Não fui eu' ends another session", async ({ page, browser, portaria, world, checkAxe }) => {
  const { email } = await world.master()
  await portaria.sql.query('update users set last_access_at = now() where email = $1', [email])
  const other = await (await browser.newContext()).newPage()
  await signIn(other, portaria, email)
  const text = await mailTo(portaria, email, 'Entrada na sua conta por um navegador novo')
  await page.goto(linkIn(text, '/not-me'))
  await expect(page.getByRole('heading', { name: 'Não foi você?' })).toBeVisible()
  await checkAxe()
  // Opening the link reports nothing.
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
  await page.getByRole('button', { name: 'Proteger a minha conta' }).click()
  await expect(page.getByText(/^Obrigado por avisar/)).toBeVisible()
  await other.reload()
  await expect(other.getByText('Sua sessão expirou, faça login novamente.')).toBeVisible()
  await other.context().close()
})

test('a factor that another sign-in added is removed after signing in again with it', async ({
  page,
  world,
  portaria,
  openAccessPage,
  checkAxe,
}) => {
  const { email } = await world.visitor()
  await openAccessPage(email)
  const secret = await addApp(page)
  await chooseFromUserMenu(page, 'Sair')
  await passSignIn(page, portaria, email)
  await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
  await chooseFromUserMenu(page, 'Minha conta')
  const remove = page.getByRole('button', { name: 'Remover: Aplicativo autenticador' })
  await remove.click()
  await confirmIdentity(page)
  const offer = page.getByRole('dialog', { name: 'Entre novamente' })
  await expect(offer.getByRole('button', { name: 'Perdi o acesso a eles' })).toBeVisible()
  await checkAxe()
  await offer.getByRole('button', { name: 'Entrar novamente' }).click()

  await submitCredentials(page, email)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Aplicativo autenticador/ }).click()
  await typeCode(page, totpCodeAt(secret, stepAt(new Date())))
  await expect(page.getByRole('heading', { name: 'Minha conta' })).toBeVisible()
  await remove.click()
  await confirmIdentity(page)
  await expect(toast(page, 'Aplicativo autenticador removido.')).toBeVisible()
})
