/** The user form against the real server: fields, companies, binding, and the state of the account. */
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import {
  bindTo,
  boundCompany,
  blockQuestion,
  button,
  chooseCompany,
  companiesOf,
  doConfirmed,
  field,
  fillIn,
  addUser,
  saveConfirmed,
  stored,
} from './people-rows.ts'
import { row, toast } from './screen.ts'

test('/user-edit saves fields, companies, the bound company and the state of the account', async ({
  page,
  portaria,
  world,
  enter,
}) => {
  const [unlinked, linked, added] = [
    await world.build.company(),
    await world.build.company(),
    await world.build.company(),
  ]
  const { id, email } = await addUser(portaria, [unlinked, linked])

  await test.step('name, phone, code and companies are saved with one identity confirmation', async () => {
    await enter(`/user-edit?id=${id}`)
    await fillIn(page, { Nome: 'Jussara de Sá', Telefone: '+351 912 345 678', Código: 'X9' })
    await chooseCompany(page, added.name)
    await chooseCompany(page, unlinked.name)
    await bindTo(page, linked.name)
    await saveConfirmed(page, 'Usuário atualizado com sucesso!')
    await expect(page).toHaveURL(/\/user-list$/)
    expect(await stored(portaria, email)).toMatchObject({
      name: 'Jussara de Sá',
      phone_number: '351912345678',
      code: 'X9',
      company_id: linked.id,
    })
    expect(await companiesOf(portaria, id)).toEqual([linked.id, added.id])
  })

  await test.step('unlinking the bound company together with a change of the name clears the binding', async () => {
    await follow(page, `/user-edit?id=${id}`)
    await expect(boundCompany(page)).toHaveValue(linked.name)
    await fillIn(page, { Nome: 'Jussara Lima' })
    await chooseCompany(page, linked.name)
    await saveConfirmed(page, 'Usuário atualizado com sucesso!')
    expect(await stored(portaria, email)).toMatchObject({ name: 'Jussara Lima', company_id: null })
  })

  await test.step('blocks, unblocks, deletes and activates', async () => {
    for (const [name, question, message, state] of [
      [
        'Bloquear usuário',
        blockQuestion,
        'Usuário bloqueado com sucesso!',
        { active: true, suspended: true },
      ],
      [
        'Desbloquear usuário',
        'Deseja mesmo desbloquear o usuário selecionado?',
        'Usuário desbloqueado com sucesso!',
        { active: true, suspended: false },
      ],
      [
        'Excluir usuário',
        'Deseja realmente excluir este usuário?',
        'Usuário excluído com sucesso!',
        { active: false },
      ],
      ['Ativar usuário', undefined, 'Usuário ativado com sucesso!', { active: true }],
    ] as const) {
      await follow(page, `/user-edit?id=${id}`)
      await doConfirmed(page, name, question)
      await expect(toast(page, message)).toBeVisible()
      await expect(page).toHaveURL(/\/user-list$/)
      expect(await stored(portaria, email)).toMatchObject(state)
    }
  })

  await test.step('resets the password by mail, and stays', async () => {
    await follow(page, `/user-edit?id=${id}`)
    await portaria.messageAfter(email, async () => {
      await doConfirmed(page, 'Resetar senha')
      await expect(toast(page, 'Senha resetada com sucesso!')).toBeVisible()
    })
    await expect(page).toHaveURL(`/user-edit?id=${id}`)
  })

  await test.step('a master user changes no shared account, and unlinks a user by a button', async () => {
    const master = await world.master()
    const shared = await addUser(portaria, [master.company, await world.build.company()])
    const own = await addUser(portaria, [master.company])
    await enter(`/user-edit?id=${shared.id}`, master.email)
    await expect(page.getByRole('region', { name: 'Dados' })).toContainText(shared.name)
    await expect(field(page, 'Nome')).toHaveCount(0)
    await button(page, 'Mais ações').click()
    await expect(page.getByRole('menuitem')).toHaveText(['Desvincular da empresa'])
    await follow(page, `/user-edit?id=${own.id}`)
    await doConfirmed(
      page,
      'Desvincular da empresa',
      'Deseja realmente desvincular este usuário da empresa?',
    )
    await expect(toast(page, 'Usuário desvinculado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/user-list$/)
    await expect(row(page, own.name)).toHaveCount(0)
    expect(await companiesOf(portaria, own.id)).toEqual([])
  })
})
