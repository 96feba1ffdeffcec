/** A person's screen: fields, state by state what is done with the account, and what is told of it. */
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { expect, test } from './console.ts'
import {
  button,
  chooseCompany,
  companiesOf,
  doConfirmed,
  failWrites,
  field,
  fillIn,
  heading,
  makeWorker,
  saveConfirmed,
  stored,
} from './people-rows.ts'
import { answer, confirmIdentity, crumbs, row, save, toast } from './screen.ts'

const blockQuestion = 'Deseja mesmo bloquear o usuário selecionado?'
const unblockQuestion = 'Deseja mesmo desbloquear o usuário selecionado?'
const deleteQuestion = 'Deseja realmente excluir este usuário?'
const buttons = [
  'Resetar senha',
  'Bloquear usuário',
  'Desbloquear usuário',
  'Excluir usuário',
  'Ativar usuário',
  'Salvar',
]

test.describe('/user-edit changes', () => {
  test('name, phone, code and companies by one proof of identity that lists them', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const [left, kept, joined] = [
      await world.build.company(),
      await world.build.company(),
      await world.build.company(),
    ]
    const person = await makeWorker(portaria, [left, kept])
    await enter(`/user-edit?id=${person.id}`)
    await expect(heading(page, 'Edição de usuário')).toBeVisible()
    await expect(crumbs(page)).toHaveText(['Usuários', person.name])
    await expect(field(page, 'E-mail')).toHaveValue(person.email)
    await expect(field(page, 'E-mail')).toHaveAttribute('readonly', '')
    await checkAxe()
    await fillIn(page, { Nome: 'Jussara de Sá', Telefone: '+351 912 345 678', Código: 'X9' })
    await expect(field(page, 'Telefone')).toHaveValue('351912345678')
    await chooseCompany(page, joined.name)
    await chooseCompany(page, left.name)
    await save(page)
    const proof = page.getByRole('dialog', { name: 'Insira sua senha para continuar a operação' })
    for (const text of ['Jussara de Sá', '351912345678', '+1 empresa', '−1 empresa'])
      await expect(proof).toContainText(text)
    await expect(proof).toContainText('o usuário perde os perfis e as delegações')
    await checkAxe()
    await confirmIdentity(page)
    await expect(toast(page, 'Usuário atualizado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/user-list$/)
    expect(await stored(portaria, person.email)).toMatchObject({
      name: 'Jussara de Sá',
      phone_number: '351912345678',
      code: 'X9',
    })
    expect(await companiesOf(portaria, person.id)).toEqual([kept.id, joined.id])
  })

  for (const [label, typed, sentence] of [
    ['Nome', '', 'Preencha o campo nome!'],
    ['Nome', 'Iracema', 'Preencha o campo nome completo!'],
    ['Telefone', '', 'Preencha o campo telefone!'],
    ['Telefone', '123456789', 'Preencha o campo telefone com um telefone válido!'],
    ['Código', 'a b', 'Preencha o campo code apenas com caracteres alfanumericos!'],
  ] as const) {
    test(`nothing with '${typed}' as ${label}`, async ({ page, portaria, world, enter }) => {
      const { id } = await makeWorker(portaria, [await world.build.company()])
      await enter(`/user-edit?id=${id}`)
      await field(page, label).fill(typed)
      await save(page)
      await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(sentence))
    })
  }

  test('nothing without a company, and tells a failure', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const company = await world.build.company()
    const { id } = await makeWorker(portaria, [company])
    await enter(`/user-edit?id=${id}`)
    await chooseCompany(page, company.name)
    await save(page)
    await expect(page.getByText('Selecione pelo menos uma empresa!')).toBeVisible()
    await chooseCompany(page, company.name)
    await field(page, 'Nome').fill('Outro Nome')
    await failWrites(page, '/user')
    await saveConfirmed(page, 'Erro ao atualizar usuário!')
    await expect(field(page, 'Nome')).toHaveValue('Outro Nome')
  })

  test('nothing of a person who is not there', async ({ page, enter }) => {
    await enter('/user-edit?id=999999999')
    await expect(toast(page, 'Erro ao carregar usuário!')).toBeVisible()
    await expect(page).toHaveURL(/\/user-list$/)
  })

  test('nothing without an id in the address', async ({ page, enter }) => {
    await enter('/user-edit')
    await expect(page).toHaveURL(/\/user-list$/)
  })
})

test.describe('/user-edit, state by state', () => {
  for (const [state, options, shown] of [
    ['active', {}, ['Resetar senha', 'Bloquear usuário', 'Excluir usuário', 'Salvar']],
    ['blocked', { blocked: true }, ['Desbloquear usuário', 'Excluir usuário', 'Salvar']],
    ['deleted', { deleted: true }, ['Ativar usuário']],
    ['deleted and blocked', { deleted: true, blocked: true }, ['Ativar usuário']],
  ] as const) {
    test(`has these buttons of somebody ${state}: ${shown.join(', ')}`, async ({
      page,
      portaria,
      world,
      enter,
      checkAxe,
    }) => {
      const { id, name } = await makeWorker(portaria, [await world.build.company()], options)
      await enter(`/user-edit?id=${id}`)
      await expect(field(page, 'Nome')).toHaveValue(name)
      for (const each of buttons)
        await expect(button(page, each), each).toHaveCount(
          shown.some((one) => one === each) ? 1 : 0,
        )
      const disabled = state.startsWith('deleted')
      for (const label of ['Nome', 'E-mail', 'Telefone', 'Código'])
        await expect(field(page, label)).toBeEnabled({ enabled: !disabled })
      await checkAxe()
    })
  }

  test('blocks and unblocks, each once asked and proven', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const { id, name, email } = await makeWorker(portaria, [await world.build.company()])
    await enter(`/user-edit?id=${id}`)
    await button(page, 'Bloquear usuário').click()
    await expect(page.getByRole('dialog', { name: blockQuestion })).toContainText(name)
    await checkAxe()
    await answer(page, blockQuestion, false)
    expect(await stored(portaria, email)).toMatchObject({ suspended: false })
    await doConfirmed(page, 'Bloquear usuário', blockQuestion)
    await expect(toast(page, 'Usuário bloqueado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/user-list$/)
    expect(await stored(portaria, email)).toMatchObject({ suspended: true })
    await page.goto(`/user-edit?id=${id}`)
    await doConfirmed(page, 'Desbloquear usuário', unblockQuestion)
    await expect(toast(page, 'Usuário desbloqueado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/user-list$/)
    expect(await stored(portaria, email)).toMatchObject({ suspended: false })
  })

  test('deletes once asked and proven, and activates', async ({ page, portaria, world, enter }) => {
    const { id, email } = await makeWorker(portaria, [await world.build.company()])
    await enter(`/user-edit?id=${id}`)
    await doConfirmed(page, 'Excluir usuário', deleteQuestion)
    await expect(toast(page, 'Usuário excluído com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/user-list$/)
    expect(await stored(portaria, email)).toMatchObject({ status: 0 })
    await page.goto(`/user-edit?id=${id}`)
    await expect(
      page.getByText('Este usuário está excluído. Ative-o para voltar a alterá-lo.'),
    ).toBeVisible()
    await doConfirmed(page, 'Ativar usuário')
    await expect(toast(page, 'Usuário ativado com sucesso!')).toBeVisible()
    expect(await stored(portaria, email)).toMatchObject({ status: 1 })
  })

  test('resets the password by mail, and stays', async ({ page, portaria, world, enter }) => {
    const { id, email } = await makeWorker(portaria, [await world.build.company()])
    await enter(`/user-edit?id=${id}`)
    await portaria.messageAfter(email, async () => {
      await doConfirmed(page, 'Resetar senha')
      await expect(toast(page, 'Senha resetada com sucesso!')).toBeVisible()
    })
    await expect(page).toHaveURL(`/user-edit?id=${id}`)
  })

  for (const [name, question, path, failure, options] of [
    ['Bloquear usuário', blockQuestion, '/user/block', 'Erro ao bloquear usuário!', {}],
    [
      'Desbloquear usuário',
      unblockQuestion,
      '/user/block',
      'Erro ao desbloquear usuário!',
      { blocked: true },
    ],
    ['Excluir usuário', deleteQuestion, '/user/inactivate', 'Erro ao desativar usuário!', {}],
    [
      'Ativar usuário',
      undefined,
      '/user/activate-user-management',
      'Erro ao ativar usuário!',
      { deleted: true },
    ],
    ['Resetar senha', undefined, '/user/reset-password', 'Erro ao resetar senha!', {}],
  ] as const) {
    test(`tells '${failure}' and stays`, async ({ page, portaria, world, enter }) => {
      const { id } = await makeWorker(portaria, [await world.build.company()], options)
      await enter(`/user-edit?id=${id}`)
      await failWrites(page, path)
      await doConfirmed(page, name, question)
      await expect(toast(page, failure)).toBeVisible()
      await expect(page).toHaveURL(`/user-edit?id=${id}`)
    })
  }

  test('says why somebody who was deleted meanwhile is not blocked', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const { id } = await makeWorker(portaria, [await world.build.company()])
    await enter(`/user-edit?id=${id}`)
    await expect(button(page, 'Bloquear usuário')).toBeVisible()
    await portaria.sql.query('update users set status = 0 where id = $1', [id])
    await button(page, 'Bloquear usuário').click()
    await answer(page, blockQuestion, true)
    // Before anybody proves identity for what would be refused.
    await expect(toast(page, 'Erro ao bloquear usuário!')).toBeVisible()
    await expect(toast(page, 'O usuário não está ativo.')).toBeVisible()
  })

  test('says that nobody comes back past the limit of a plan', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const [company, module] = [await world.build.company(), await world.module()]
    await world.build.plan({ companyId: company.id, moduleId: module.id, seats: 1 })
    const { id: profileId } = await world.profile(module.id)
    const { id: userId } = await makeWorker(portaria, [company])
    await world.build.assign({ userId, profileId, companyId: company.id })
    await portaria.sql.query('update users set status = 0 where id = $1', [userId])
    const other = await makeWorker(portaria, [company])
    await world.build.assign({ userId: other.id, profileId, companyId: company.id })
    await enter(`/user-edit?id=${userId}`)
    await button(page, 'Ativar usuário').click()
    await expect(toast(page, 'Erro ao ativar usuário!')).toBeVisible()
    await expect(toast(page, 'Limite de usuários neste plano excedido')).toBeVisible()
  })
})

test.describe('/user-edit, by who looks', () => {
  test('hides the row of companies from a master user who is bound to one, and unlinks by a button', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const master = await world.master()
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
    await page.goto(`/user-edit?id=${id}`)
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

  test('says why a person of another company too is not for a master user to change', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const master = await world.master()
    const { id, email } = await makeWorker(portaria, [master.company, await world.build.company()])
    await enter(`/user-edit?id=${id}`, master.email)
    await expect(
      page.getByText(
        'Esta pessoa também trabalha para outra empresa: só um administrador altera a conta dela.',
      ),
    ).toBeVisible()
    for (const name of buttons.filter((each) => each !== 'Salvar'))
      await expect(button(page, name), name).toHaveCount(0)
    await expect(field(page, 'Nome')).toBeDisabled()
    for (const panel of ['Tentativas e esperas', 'Sessões ativas'])
      await expect(page.getByRole('region', { name: panel })).toHaveCount(0)
    await checkAxe()
    await expect(button(page, 'Desvincular da empresa')).toBeVisible()
    expect(await stored(portaria, email)).toMatchObject({ status: 1 })
  })

  test('lets nobody block or delete themselves, and says so', async ({ page, world, enter }) => {
    const self = await world.administrator()
    await enter(`/user-edit?id=${self.id}`, self.email)
    await expect(
      page.getByText('Esta é a sua conta: ninguém bloqueia nem exclui a si mesmo.'),
    ).toBeVisible()
    await expect(button(page, 'Resetar senha')).toBeVisible()
    for (const name of ['Bloquear usuário', 'Excluir usuário'])
      await expect(button(page, name)).toHaveCount(0)
  })

  test('offers no more than what one may do there', async ({ page, portaria, enter, viewer }) => {
    const reader = await viewer(['/user-list', '/user-edit'], exampleModuleId)
    const { id } = await makeWorker(portaria, [reader.company])
    await enter(`/user-edit?id=${id}`, reader.email)
    await expect(field(page, 'Nome')).toBeDisabled()
    for (const name of [...buttons, 'Desvincular da empresa'])
      await expect(button(page, name), name).toHaveCount(0)
  })

  test('is done by keyboard alone, from the list to the blocked person', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const { id, name, email } = await makeWorker(portaria, [await world.build.company()])
    await enter(`/user-list?email=${email}`)
    await row(page, name).getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/user-edit?id=${id}`)
    await expect(field(page, 'Nome')).toBeFocused()
    await button(page, 'Bloquear usuário').focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: blockQuestion })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Sim' }).focus()
    await page.keyboard.press('Enter')
    const proof = page.getByRole('dialog', { name: 'Insira sua senha para continuar a operação' })
    await expect(proof.getByLabel('Senha', { exact: true })).toBeFocused()
    await page.keyboard.type('Portaria-Demo-2026!')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Usuário bloqueado com sucesso!')).toBeVisible()
    await expect(row(page, name)).toContainText('Bloqueado')
  })
})
