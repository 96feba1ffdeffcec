/** A change of the own e-mail with the links in the mails to both addresses (decision 98). */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { linkIn, mailTo } from './mail-steps.ts'
import type { Portaria } from './portaria.ts'
import { chooseFromUserMenu, confirmIdentity, toast } from './screen.ts'
import { signIn, submitCredentials } from './sign-in-steps.ts'

const requested = 'Alteração pedida. Enviamos um e-mail para cada endereço.'

/** Asks for a change in 'Minha conta'. Returns the links in the mails to the old and to the new address. */
async function requestChange(page: Page, portaria: Portaria, from: string, to: string) {
  await chooseFromUserMenu(page, 'Minha conta')
  await page.getByRole('button', { name: 'Alterar e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alterar e-mail' })
  await expect(dialog.getByText(/ou 72 horas depois do pedido/)).toBeVisible()
  await dialog.getByLabel('Novo e-mail').fill(to)
  await dialog.getByRole('button', { name: 'Pedir alteração' }).click()
  await confirmIdentity(page)
  await expect(toast(page, requested)).toBeVisible()
  await expect(page.getByText(/^Aguarda a confirmação do novo endereço até /)).toBeVisible()
  const [toOld, toNew] = await Promise.all([
    mailTo(portaria, from, 'Alteração do seu e-mail de acesso'),
    mailTo(portaria, to, 'Confirme este endereço'),
  ])
  return { oldLink: linkIn(toOld, '/email-change'), newLink: linkIn(toNew, '/email-change') }
}

/** Opens the link of a mail as the reader of the mailbox, and presses a button of its page. */
async function press(page: Page, link: string, button: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Alteração de e-mail' })).toBeVisible()
  await page.getByRole('button', { name: button }).click()
}

test('a change takes effect when both addresses confirm, and the new one signs in', async ({
  page,
  browser,
  world,
  portaria,
  openAccessPage,
  checkAxe,
}) => {
  const { email } = await world.visitor()
  const newEmail = `nova.${email}`
  await openAccessPage(email)
  const { oldLink, newLink } = await requestChange(page, portaria, email, newEmail)
  await checkAxe()

  const mailReader = await (await browser.newContext()).newPage()
  await press(mailReader, newLink, 'Confirmar este endereço')
  await expect(mailReader.getByText(/assim que o endereço atual confirmar, ou em /)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^O novo endereço confirmou\. Vale quando/)).toBeVisible()
  await press(mailReader, oldLink, 'Confirmar alteração')
  await expect(
    mailReader.getByText('A alteração foi feita. Entre com o novo e-mail.'),
  ).toBeVisible()
  await checkAxe(mailReader)
  // The session stays, and shows the new e-mail.
  await page.reload()
  await expect(page.getByRole('list', { name: 'E-mail' })).toContainText(newEmail)

  await signIn(mailReader, portaria, newEmail)
  await mailReader.context().close()
  await chooseFromUserMenu(page, 'Sair')
  await submitCredentials(page, email)
  await expect(page.getByText('Credenciais de acesso inválidas.')).toBeVisible()
})

test('the old address cancels a change, and nothing changes', async ({
  page,
  browser,
  world,
  portaria,
  openAccessPage,
}) => {
  const { email } = await world.visitor()
  const newEmail = `nova.${email}`
  await openAccessPage(email)
  const { oldLink, newLink } = await requestChange(page, portaria, email, newEmail)

  const mailReader = await (await browser.newContext()).newPage()
  await press(mailReader, oldLink, 'Cancelar alteração')
  await expect(mailReader.getByText(/^A alteração foi cancelada/)).toBeVisible()
  await mailTo(portaria, email, 'A alteração do seu e-mail não foi feita')
  await press(mailReader, newLink, 'Confirmar este endereço')
  await expect(mailReader.getByText(/^Este link não vale mais\./)).toBeVisible()

  await page.reload()
  const emails = page.getByRole('list', { name: 'E-mail' })
  await expect(emails).toContainText(email)
  await expect(emails).not.toContainText(newEmail)
  await expect(page.getByRole('button', { name: 'Alterar e-mail' })).toBeVisible()
  await signIn(mailReader, portaria, email)
  await mailReader.context().close()
})
