/** A person's screen, by who looks at it: a master user, oneself, a reader, and somebody with a keyboard alone. */
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
import { forgetEverything } from './sign-in-steps.ts'

test.describe('/user-edit, by who looks', () => {
  test('a master user changes nobody of another company, and unlinks by a button', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const master = await world.master()
    await test.step('says why a person of another company too is not for a master user to change', async () => {
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
      expect(await stored(portaria, email)).toMatchObject({ status: 1 })
    })

    await test.step('hides the row of companies from a master user who is bound to one, and unlinks by a button', async () => {
      // Bound before they sign in again.
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
      await checkAxe()
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

  test('nobody changes themselves, and who may only read is offered nothing', async ({
    page,
    portaria,
    world,
    enter,
    viewer,
  }) => {
    await test.step('lets nobody block or delete themselves, and says so', async () => {
      const self = await world.administrator()
      await enter(`/user-edit?id=${self.id}`, self.email)
      await expect(
        page.getByText('Esta é a sua conta: ninguém bloqueia nem exclui a si mesmo.'),
      ).toBeVisible()
      await expect(button(page, 'Resetar senha')).toBeVisible()
      for (const name of ['Bloquear usuário', 'Excluir usuário'])
        await expect(button(page, name)).toHaveCount(0)
    })

    await test.step('is done by keyboard alone, from the list to the blocked person', async () => {
      const { id, name, email } = await makeWorker(portaria, [await world.build.company()])
      await follow(page, `/user-list?email=${email}`)
      await row(page, name).getByRole('link', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/user-edit?id=${id}`)
      await expect(field(page, 'Nome')).toBeFocused()
      await button(page, 'Bloquear usuário').focus()
      await page.keyboard.press('Enter')
      const question = page.getByRole('dialog', { name: blockQuestion })
      // The library gives the focus in a timer, also to whoever has moved it by then.
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

    await test.step('offers no more than what one may do there', async () => {
      await forgetEverything(page)
      const reader = await viewer(['/user-list', '/user-edit'], exampleModuleId)
      const { id } = await makeWorker(portaria, [reader.company])
      await enter(`/user-edit?id=${id}`, reader.email)
      await expect(field(page, 'Nome')).toBeDisabled()
      for (const name of [...accountButtons, 'Desvincular da empresa'])
        await expect(button(page, name), name).toHaveCount(0)
    })
  })
})
