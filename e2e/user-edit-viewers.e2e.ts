/** The user form for different viewers: a master user, the user themselves, a read-only user, and a keyboard user. */
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import {
  accountButtons,
  blockQuestion,
  button,
  companiesOf,
  doConfirmed,
  field,
  fillIn,
  makeWorker,
  saveConfirmed,
  stored,
} from './people-rows.ts'
import { proofDialog, row, toast } from './screen.ts'
import { resetBrowser } from './sign-in-steps.ts'

test.describe('/user-edit for different viewers', () => {
  test('a master user changes no user of another company, and unlinks by a button', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const master = await world.master()
    await test.step('explains why a master user cannot change a user with another company', async () => {
      const { id, email } = await makeWorker(portaria, [
        master.company,
        await world.build.company(),
      ])
      await enter(`/user-edit?id=${id}`, master.email)
      await expect(
        page.getByText(
          'Esta pessoa também trabalha para outra empresa: só um administrador altera a conta dela.',
        ),
      ).toBeVisible()
      for (const name of accountButtons.filter((each) => each !== 'Salvar'))
        await expect(button(page, name), name).toHaveCount(0)
      await expect(field(page, 'Nome')).toBeDisabled()
      for (const panel of ['Tentativas e esperas', 'Sessões ativas'])
        await expect(page.getByRole('region', { name: panel })).toHaveCount(0)
      await checkAxe()
      await expect(button(page, 'Desvincular da empresa')).toBeVisible()
      expect(await stored(portaria, email)).toMatchObject({ active: true })
    })

    await test.step('hides the companies from a master user bound to one, who unlinks by a button', async () => {
      // Bound before the next sign-in.
      await portaria.sql.query('update users set company_id = $1 where id = $2', [
        master.company.id,
        master.id,
      ])
      const { id, name } = await makeWorker(portaria, [master.company])
      await enter(`/user-edit?id=${id}`, master.email)
      await expect(button(page, 'Bloquear usuário')).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Empresas' })).toHaveCount(0)
      await fillIn(page, { Nome: 'Nome Novo', Telefone: '5541987650001' })
      await saveConfirmed(page, 'Usuário atualizado com sucesso!')
      await expect(page).toHaveURL(/\/user-list$/)
      await follow(page, `/user-edit?id=${id}`)
      await expect(button(page, 'Desvincular da empresa')).toBeVisible()
      await doConfirmed(
        page,
        'Desvincular da empresa',
        'Deseja realmente desvincular este usuário da empresa?',
      )
      await expect(toast(page, 'Usuário desvinculado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/user-list$/)
      await expect(row(page, name)).toHaveCount(0)
      expect(await companiesOf(portaria, id)).toEqual([])
    })
  })

  test('own accounts and read-only users', async ({ page, portaria, world, enter, viewer }) => {
    await test.step('users cannot block or delete themselves, and see why', async () => {
      const self = await world.administrator()
      await enter(`/user-edit?id=${self.id}`, self.email)
      await expect(
        page.getByText('Esta é a sua conta: ninguém bloqueia nem exclui a si mesmo.'),
      ).toBeVisible()
      await expect(button(page, 'Resetar senha')).toBeVisible()
      for (const name of ['Bloquear usuário', 'Excluir usuário'])
        await expect(button(page, name)).toHaveCount(0)
    })

    await test.step('works by keyboard alone, from the list to the blocked user', async () => {
      const { id, name, email } = await makeWorker(portaria, [await world.build.company()])
      await follow(page, `/user-list?email=${email}`)
      await row(page, name).getByRole('link', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/user-edit?id=${id}`)
      await expect(field(page, 'Nome')).toBeFocused()
      await button(page, 'Bloquear usuário').focus()
      await page.keyboard.press('Enter')
      const question = page.getByRole('dialog', { name: blockQuestion })
      // The library sets the initial focus in a timer, even if it has moved by then.
      await expect(question.getByRole('button', { name: 'Não' })).toBeFocused()
      await question.getByRole('button', { name: 'Sim' }).focus()
      await page.keyboard.press('Enter')
      const proof = proofDialog(page)
      await expect(proof.getByLabel('Senha', { exact: true })).toBeFocused()
      await page.keyboard.type('Portaria-Demo-2026!')
      await page.keyboard.press('Enter')
      await expect(toast(page, 'Usuário bloqueado com sucesso!')).toBeVisible()
      await expect(row(page, name)).toContainText('Bloqueado')
    })

    await test.step('offers only permitted actions', async () => {
      await resetBrowser(page)
      const reader = await viewer(['/user-list', '/user-edit'], exampleModuleId)
      const { id } = await makeWorker(portaria, [reader.company])
      await enter(`/user-edit?id=${id}`, reader.email)
      await expect(field(page, 'Nome')).toBeDisabled()
      for (const name of [...accountButtons, 'Desvincular da empresa'])
        await expect(button(page, name), name).toHaveCount(0)
    })
  })
})
