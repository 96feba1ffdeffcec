/** Passkeys with Chromium's virtual authenticator: the real ceremonies of browser and server (decisions 91 and 93). */
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { dayOf } from '../contract/days.ts'
import { testEnvironment } from '../test/testing/test-environment.ts'
import { expect, test as base } from './console.ts'
import { follow } from './follow.ts'
import type { Portaria } from './portaria.ts'
import { chooseFromUserMenu, confirmIdentity, proofDialog, save, toast } from './screen.ts'
import { modules, submitCredentials } from './sign-in-steps.ts'
import { addAuthenticator, type Authenticator } from './virtual-authenticator.ts'
import type { Person } from './world.ts'

const run = promisify(execFile)

const test = base.extend<{
  person: Person
  authenticator: Authenticator
  /** Creates a passkey on 'Minha conta', which is open. */
  createPasskey: (name: string) => Promise<void>
}>({
  person: async ({ world }, use) => use(await world.administrator()),
  authenticator: async ({ page }, use) => use(await addAuthenticator(page)),
  createPasskey: async ({ page, authenticator }, use) =>
    use(async (name) => {
      const before = await authenticator.count()
      await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
      await confirmIdentity(page)
      const dialog = page.getByRole('dialog', { name: 'Chave de acesso criada' })
      await dialog.getByLabel('Nome').fill(name)
      await page.keyboard.press('Enter')
      await expect(passkeys(page).filter({ hasText: name })).toBeVisible()
      expect(await authenticator.count()).toBe(before + 1)
    }),
})

const passkeys = (page: Page) =>
  page.getByRole('list', { name: 'Chaves de acesso' }).getByRole('listitem')
const byPasskey = (page: Page) => page.getByRole('button', { name: 'Entrar com chave de acesso' })

/**
 * From now on no passkeys are offered in fields. The simulated authenticator accepts such a request at once, as if the
 * user had chosen a suggestion.
 */
async function withoutAutofill(page: Page): Promise<void> {
  const disable = () => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  }
  await page.addInitScript(disable)
  await page.evaluate(disable)
}

const expectAccessPage = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()

/** Output of `npm run audit:verify`, which reads the database without the server. */
async function verifyAuditLog({ sql, url }: Portaria): Promise<string> {
  const script = join(import.meta.dirname, '../scripts/audit-verify.ts')
  const { connectionString = '' } = sql.options
  const { stdout } = await run(process.execPath, [script], {
    cwd: tmpdir(),
    env: {
      ...testEnvironment(Number(new URL(url).port), connectionString),
      DATABASE_OWNER_URL: connectionString,
      PATH: process.env['PATH'],
    },
  })
  return stdout
}

test('a passkey is created outside the console, and signs in without typing', async ({
  page,
  portaria,
  person,
  openAccessPage,
  createPasskey,
  checkAxe,
}) => {
  await openAccessPage(person.email)
  await chooseFromUserMenu(page, 'Minha conta')
  await expect(page).toHaveTitle(/^Minha conta/)
  const notice = await portaria.messageAfter(person.email, () => createPasskey('Notebook'))
  expect(notice.text).toContain('chave de acesso')
  await checkAxe()

  await test.step('by the suggestion in the user field', async () => {
    await chooseFromUserMenu(page, 'Sair')
    await expectAccessPage(page)
  })

  await test.step('by the button', async () => {
    await withoutAutofill(page)
    await chooseFromUserMenu(page, 'Sair')
    await expect(page.getByLabel('Usuário (e-mail)')).toBeFocused()
    await checkAxe()
    await byPasskey(page).click()
    await expectAccessPage(page)
  })

  await chooseFromUserMenu(page, 'Sessões ativas')
  await expect(page.getByRole('row').filter({ hasText: 'Esta sessão' })).toContainText(
    'Chave de acesso',
  )
  await chooseFromUserMenu(page, 'Minha conta')
  await expect(passkeys(page)).toContainText('Último uso em')
})

test('after the password, a passkey replaces the code', async ({
  page,
  person,
  openAccessPage,
  createPasskey,
  authenticator,
  checkAxe,
}) => {
  await openAccessPage(person.email)
  await chooseFromUserMenu(page, 'Minha conta')
  await createPasskey('Celular')
  await withoutAutofill(page)
  await chooseFromUserMenu(page, 'Sair')
  await submitCredentials(page, person.email)
  const dialog = page.getByRole('dialog', { name: 'Como você quer confirmar que é você?' })
  await expect(dialog.getByRole('button')).toHaveText(['', /^Chave de acesso/, /^SMS/, /^E-mail/])
  await checkAxe()
  await authenticator.setVerified(false)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(
    'A chave de acesso não foi usada: o pedido foi cancelado ou o tempo acabou.',
  )
  await authenticator.setVerified(true)
  await page.keyboard.press('Enter')
  await expectAccessPage(page)
})

test('a passkey confirms a write, and the signature is verified without the server', async ({
  page,
  portaria,
  world,
  person,
  enter,
  createPasskey,
}) => {
  await enter('/my-account', person.email)
  await createPasskey('Chave da mesa')
  await follow(page, '/service-form')
  const name = world.unique('Serviço assinado')
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Descrição').fill('Serviço criado por um teste.')
  await save(page)
  await proofDialog(page).getByRole('button', { name: 'Usar chave de acesso' }).click()
  await expect(toast(page, 'Serviço cadastrado')).toBeVisible()

  expect(await verifyAuditLog(portaria)).toMatch(
    /^Event \d+: signed these operations: POST \/service$/m,
  )
  await follow(page, '/audit-list?operation=userLocalValidatePasskey')
  await expect(
    page.getByRole('row').filter({ hasText: 'Assinado com a chave de acesso Chave da mesa' }),
  ).toBeVisible()
})

test('a removed passkey is forgotten by the browser and refused by the server', async ({
  page,
  person,
  enter,
  createPasskey,
  authenticator,
}) => {
  await enter('/my-account', person.email)
  await createPasskey('Perdida')
  await page.getByRole('button', { name: 'Remover: Perdida' }).click()
  await confirmIdentity(page)
  await expect(page.getByText('Você ainda não tem chaves de acesso.')).toBeVisible()
  await expect.poll(authenticator.count).toBe(0)
})

test('a company requires passkeys, and a person without one is guided to sign in by passkey', async ({
  page,
  portaria,
  world,
  enter,
  openAccessPage,
  createPasskey,
  checkAxe,
}) => {
  const visitor = await world.visitor()
  await enter(`/company-form?id=${visitor.company.id}&tab=summary`)
  await page.getByRole('button', { name: 'Alterar exigência' }).click()
  const form = page.getByRole('dialog', { name: 'Exigência para entrar' })
  await form.getByRole('combobox', { name: 'Exigência' }).click()
  await page.getByRole('option', { name: 'Chave de acesso', exact: true }).click()
  await form.getByLabel('A partir de').fill(dayOf(new Date()))
  await checkAxe()
  await form.getByRole('button', { name: 'Salvar' }).click()
  await confirmIdentity(page)
  await expect(toast(page, 'Exigência salva com sucesso.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Exigência para entrar' })).toContainText(
    'Com chave de acesso',
  )

  await openAccessPage(visitor.email)
  await expect(page.getByText('exige uma chave de acesso para abrir módulos')).toBeVisible()
  await modules(page).getByRole('button', { name: 'Acessar' }).click()
  const again = page.getByRole('dialog', { name: 'Entre novamente' })
  await expect(again.getByText('entre com a sua chave de acesso')).toBeVisible()
  await checkAxe()
  await again.getByRole('link', { name: 'Crie em Minha conta' }).click()
  await createPasskey('Celular')
  await follow(page, '/access-page')
  await expect(modules(page)).toBeVisible()
  await expect(page.getByText('exige uma chave de acesso para abrir módulos')).toHaveCount(0)
  await modules(page).getByRole('button', { name: 'Acessar' }).click()
  await withoutAutofill(page)
  await again.getByRole('button', { name: 'Entrar novamente' }).click()
  await expect(page.getByText('Para abrir o módulo, entre com a chave de acesso.')).toBeVisible()
  await byPasskey(page).click()
  await expect(page.getByText(`Olá, ${visitor.name}`)).toBeVisible()
  expect(page.url().startsWith(portaria.moduleUrl)).toBe(true)
  await page.getByRole('link', { name: /^Assinar um pedido/ }).click()
  await expect(page.getByText(`Pedido assinado por ${visitor.name}.`)).toBeVisible()
})
