/** A master user invites a user, who signs in and enters a module, and is refused once blocked. */
import type { Page } from '@playwright/test'
import { expect, test } from './module-process.ts'
import { blockQuestion, doConfirmed, fillIn, saveConfirmed, stored } from './people-rows.ts'
import { toggle } from './profile-steps.ts'
import { chooseQuestion, toast } from './screen.ts'
import { chooseWay, modules, readCode, submitCredentials, typeCode } from './sign-in-steps.ts'

const ownPassword = 'Jabuticaba-Azul-88-nuvem!'

/** Returns link and temporary password from an invitation. */
function invited(text: string): { link: string; temporary: string } {
  const link = /https?:\S+/.exec(text)?.[0] ?? ''
  const temporary = /^Sua senha temporária:\s+(\S+)$/m.exec(text)?.[1] ?? ''
  return { link, temporary }
}

/** Sets password and secret answer at first access, and returns to the sign-in. */
async function setOwnPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Primeiro acesso' })
  await dialog.getByLabel('Nova senha', { exact: true }).fill(ownPassword)
  await dialog.getByLabel('Repita a nova senha').fill(ownPassword)
  await chooseQuestion(page)
  await dialog.getByLabel('Resposta').fill('Escola Estadual')
  // The page reloads after the success message (portal.md §5).
  const loaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Salvar nova senha' }).click()
  await loaded
}

test('a master user invites a user and gives two profiles for two SPIDs; after first access the user enters the module for each, and is refused on the next click once blocked', async ({
  page,
  portaria,
  world,
  enter,
  addRunningModule,
  browser,
}) => {
  const module = await addRunningModule()
  await portaria.sql.query('update modules set is_enable_spid = true where id = $1', [module.id])
  const company = await world.build.company({ spids: ['7101', '7102'] })
  await world.build.plan({ companyId: company.id, moduleId: module.id })
  const orders = await world.function(module.id, { name: 'Pedidos', url: '/pedidos' })
  const reports = await world.function(module.id, { name: 'Relatórios', url: '/relatorios' })
  const shown = { accredited_enable: true }
  const clerk = await world.profile(module.id, shown, [orders])
  const auditor = await world.profile(module.id, shown, [reports])
  const master = await world.master({}, company)
  const email = `${world.unique('iracema').replace(' ', '.')}@nova.example`
  const own = await (await browser.newContext()).newPage()

  const { link, temporary } = await test.step('the invitation', async () => {
    await enter('/user-create', master.email)
    await fillIn(page, { Nome: "Iracema d'Ávila", 'E-mail': email, Telefone: '5541987650001' })
    const { text } = await portaria.messageAfter(email, () =>
      saveConfirmed(page, 'Usuário cadastrado com sucesso!'),
    )
    return invited(text)
  })

  await test.step('the profiles', async () => {
    await page.getByRole('link', { name: 'Dar perfil' }).click()
    await toggle(page, clerk, '7101')
    await toggle(page, auditor, '7102')
    await saveConfirmed(page, 'Perfis atualizados com sucesso!')
  })

  await test.step('the first access', async () => {
    await own.goto(link)
    await submitCredentials(own, email, temporary)
    await setOwnPassword(own)
    await submitCredentials(own, email, ownPassword)
    const { text } = await portaria.messageAfter(email, () => chooseWay(own, 'E-mail'))
    await typeCode(own, readCode(text))
    await expect(own.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
  })

  const enterModule = modules(own).getByRole('button', { name: `Acessar ${module.name}` })
  const choice = own.getByRole('dialog', {
    name: 'Empresa com múltiplos SPIDs, por favor selecione um',
  })
  for (const [spid, granted] of [
    ['7101', 'Pedidos'],
    ['7102', 'Relatórios'],
  ] as const)
    await test.step(`the module for the SPID ${spid}`, async () => {
      const opened = own.context().waitForEvent('page')
      await enterModule.click()
      await choice.getByRole('button', { name: spid }).click()
      const arrived = await opened
      await expect(arrived.getByRole('listitem').filter({ hasText: granted })).toBeVisible()
      await arrived.close()
    })

  await test.step('a blocked user is refused on the next click', async () => {
    const person = await stored(portaria, email)
    await page.goto(`/user-edit?id=${person?.id}`)
    await doConfirmed(page, 'Bloquear usuário', blockQuestion)
    await expect(toast(page, 'Usuário bloqueado com sucesso!')).toBeVisible()
    await enterModule.click()
    await expect(own).toHaveURL(/\/auth$/)
    await expect(own.getByLabel('Usuário (e-mail)')).toBeVisible()
  })
  await own.context().close()
})
