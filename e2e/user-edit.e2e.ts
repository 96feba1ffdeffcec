/** The user form: fields, actions by account state, and their messages. */
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import {
  accountButtons,
  bindTo,
  boundCompany,
  blockQuestion,
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
import { answer, confirmIdentity, crumbs, proofDialog, save, toast } from './screen.ts'

const unblockQuestion = 'Deseja mesmo desbloquear o usuário selecionado?'
const deleteQuestion = 'Deseja realmente excluir este usuário?'

test.describe('/user-edit changes', () => {
  test('saves fields, companies and the bound company', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    await test.step('name, phone, code and companies with one identity confirmation that lists them', async () => {
      const [unlinked, linked, added] = [
        await world.build.company(),
        await world.build.company(),
        await world.build.company(),
      ]
      const person = await makeWorker(portaria, [unlinked, linked])
      await enter(`/user-edit?id=${person.id}`)
      await expect(heading(page, 'Edição de usuário')).toBeVisible()
      await expect(crumbs(page)).toHaveText(['Usuários', person.name])
      await expect(field(page, 'E-mail')).toHaveValue(person.email)
      await expect(field(page, 'E-mail')).toHaveAttribute('readonly', '')
      await fillIn(page, { Nome: 'Jussara de Sá', Telefone: '+351 912 345 678', Código: 'X9' })
      await expect(field(page, 'Telefone')).toHaveValue('351912345678')
      await chooseCompany(page, added.name)
      await chooseCompany(page, unlinked.name)
      await save(page)
      const proof = proofDialog(page)
      for (const text of ['Jussara de Sá', '351912345678', '+1 empresa', '−1 empresa'])
        await expect(proof).toContainText(text)
      await expect(proof).toContainText('o usuário perde os perfis e as delegações')
      await confirmIdentity(page)
      await expect(toast(page, 'Usuário atualizado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/user-list$/)
      expect(await stored(portaria, person.email)).toMatchObject({
        name: 'Jussara de Sá',
        phone_number: '351912345678',
        code: 'X9',
      })
      expect(await companiesOf(portaria, person.id)).toEqual([linked.id, added.id])
    })

    await test.step('the bound company, one of the linked ones; unlinking it clears the binding', async () => {
      const [one, other, added] = [
        await world.build.company(),
        await world.build.company(),
        await world.build.company(),
      ]
      const { id, name, email } = await makeWorker(portaria, [one, other])
      await follow(page, `/user-edit?id=${id}`)
      await expect(field(page, 'Nome')).toHaveValue(name)
      await chooseCompany(page, added.name)
      await boundCompany(page).click()
      await expect(page.getByRole('option')).toHaveText([
        'Nenhuma',
        ...[one.name, other.name].toSorted(),
      ])
      await page.keyboard.press('Escape')
      await chooseCompany(page, added.name)
      await bindTo(page, other.name)
      await saveConfirmed(page, 'Usuário atualizado com sucesso!')
      await expect(page).toHaveURL(/\/user-list$/)
      expect(await stored(portaria, email)).toMatchObject({ company_id: other.id })
      await follow(page, `/user-edit?id=${id}`)
      await expect(boundCompany(page)).toHaveValue(other.name)
      await fillIn(page, { Nome: 'Jussara de Sá' })
      await chooseCompany(page, other.name)
      await expect(boundCompany(page)).toHaveValue('Nenhuma')
      await saveConfirmed(page, 'Usuário atualizado com sucesso!')
      await expect(page).toHaveURL(/\/user-list$/)
      expect(await stored(portaria, email)).toMatchObject({
        company_id: null,
        name: 'Jussara de Sá',
      })
    })

    await test.step('no bound company, and keeps the binding if it is omitted', async () => {
      const company = await world.build.company()
      const { id, email } = await makeWorker(portaria, [company])
      await portaria.sql.query('update users set company_id = $1 where id = $2', [company.id, id])
      await follow(page, `/user-edit?id=${id}`)
      await expect(boundCompany(page)).toHaveValue(company.name)
      await fillIn(page, { Nome: 'Jussara de Sá' })
      await saveConfirmed(page, 'Usuário atualizado com sucesso!')
      await expect(page).toHaveURL(/\/user-list$/)
      expect(await stored(portaria, email)).toMatchObject({ company_id: company.id })
      await follow(page, `/user-edit?id=${id}`)
      await bindTo(page, 'Nenhuma')
      await saveConfirmed(page, 'Usuário atualizado com sucesso!')
      await expect(page).toHaveURL(/\/user-list$/)
      expect(await stored(portaria, email)).toMatchObject({ company_id: null })
    })
  })

  test('saves nothing on errors', async ({ page, portaria, world, enter }) => {
    await test.step('nothing if a field is invalid, with the error at the field', async () => {
      const { id } = await makeWorker(portaria, [await world.build.company()])
      await enter(`/user-edit?id=${id}`)
      for (const [label, typed, sentence] of [
        ['Nome', '', 'Preencha o campo nome!'],
        ['Nome', 'Iracema', 'Preencha o campo nome completo!'],
        ['Telefone', '', 'Preencha o campo telefone!'],
        ['Telefone', '123456789', 'Preencha o campo telefone com um telefone válido!'],
        ['Código', 'a b', 'Preencha o campo code apenas com caracteres alfanumericos!'],
      ] as const)
        await test.step(`'${typed}' as ${label}`, async () => {
          const right = await field(page, label).inputValue()
          await field(page, label).fill(typed)
          await save(page)
          await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(sentence))
          await field(page, label).fill(right)
        })
    })

    await test.step('nothing for a missing user', async () => {
      await follow(page, '/user-edit?id=999999999')
      await expect(toast(page, 'Erro ao carregar usuário!')).toBeVisible()
      await expect(page).toHaveURL(/\/user-list$/)
    })

    await test.step('nothing without an id in the URL', async () => {
      await follow(page, '/user-edit')
      await expect(page).toHaveURL(/\/user-list$/)
    })

    await test.step('nothing without a company, and reports a failure', async () => {
      const company = await world.build.company()
      const { id } = await makeWorker(portaria, [company])
      await follow(page, `/user-edit?id=${id}`)
      await chooseCompany(page, company.name)
      await save(page)
      await expect(page.getByText('Selecione pelo menos uma empresa!')).toBeVisible()
      await chooseCompany(page, company.name)
      await field(page, 'Nome').fill('Outro Nome')
      await failWrites(page, '/user')
      await saveConfirmed(page, 'Erro ao atualizar usuário!')
      await expect(field(page, 'Nome')).toHaveValue('Outro Nome')
    })
  })
})

test.describe('/user-edit by account state', () => {
  test('shows buttons and fields by state, and changes the state', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    await test.step('shows these buttons and fields in each state', async () => {
      await enter('/user-list')
      for (const [state, options, shown] of [
        ['active', {}, ['Resetar senha', 'Bloquear usuário', 'Excluir usuário', 'Salvar']],
        ['blocked', { blocked: true }, ['Desbloquear usuário', 'Excluir usuário', 'Salvar']],
        ['deleted', { deleted: true }, ['Ativar usuário']],
        ['deleted and blocked', { deleted: true, blocked: true }, ['Ativar usuário']],
      ] as const)
        await test.step(`${state}: ${shown.join(', ')}`, async () => {
          const { id, name } = await makeWorker(portaria, [await world.build.company()], options)
          await follow(page, `/user-edit?id=${id}`)
          await expect(field(page, 'Nome')).toHaveValue(name)
          for (const each of accountButtons)
            await expect(button(page, each), each).toHaveCount(
              shown.some((one) => one === each) ? 1 : 0,
            )
          const disabled = state.startsWith('deleted')
          for (const label of ['Nome', 'E-mail', 'Telefone', 'Código'])
            await expect(field(page, label)).toBeEnabled({ enabled: !disabled })
        })
    })

    await test.step('blocks and unblocks, each after question and confirmation', async () => {
      const { id, name, email } = await makeWorker(portaria, [await world.build.company()])
      await follow(page, `/user-edit?id=${id}`)
      await button(page, 'Bloquear usuário').click()
      await expect(page.getByRole('dialog', { name: blockQuestion })).toContainText(name)
      await answer(page, blockQuestion, false)
      expect(await stored(portaria, email)).toMatchObject({ suspended: false })
      await doConfirmed(page, 'Bloquear usuário', blockQuestion)
      await expect(toast(page, 'Usuário bloqueado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/user-list$/)
      expect(await stored(portaria, email)).toMatchObject({ suspended: true })
      await follow(page, `/user-edit?id=${id}`)
      await doConfirmed(page, 'Desbloquear usuário', unblockQuestion)
      await expect(toast(page, 'Usuário desbloqueado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/user-list$/)
      expect(await stored(portaria, email)).toMatchObject({ suspended: false })
    })

    await test.step('deletes after question and confirmation, and reactivates', async () => {
      const { id, email } = await makeWorker(portaria, [await world.build.company()])
      await follow(page, `/user-edit?id=${id}`)
      await doConfirmed(page, 'Excluir usuário', deleteQuestion)
      await expect(toast(page, 'Usuário excluído com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/user-list$/)
      expect(await stored(portaria, email)).toMatchObject({ active: false })
      await follow(page, `/user-edit?id=${id}`)
      await expect(
        page.getByText('Este usuário está excluído. Ative-o para voltar a alterá-lo.'),
      ).toBeVisible()
      await doConfirmed(page, 'Ativar usuário')
      await expect(toast(page, 'Usuário ativado com sucesso!')).toBeVisible()
      expect(await stored(portaria, email)).toMatchObject({ active: true })
    })
  })

  test('resets the password, and reports failures', async ({ page, portaria, world, enter }) => {
    await test.step('resets the password by mail, and stays', async () => {
      const { id, email } = await makeWorker(portaria, [await world.build.company()])
      await enter(`/user-edit?id=${id}`)
      await portaria.messageAfter(email, async () => {
        await doConfirmed(page, 'Resetar senha')
        await expect(toast(page, 'Senha resetada com sucesso!')).toBeVisible()
      })
      await expect(page).toHaveURL(`/user-edit?id=${id}`)
    })

    await test.step('explains why a user deleted in the meantime is not blocked', async () => {
      const { id } = await makeWorker(portaria, [await world.build.company()])
      await follow(page, `/user-edit?id=${id}`)
      await expect(button(page, 'Bloquear usuário')).toBeVisible()
      await portaria.sql.query('update users set active = false where id = $1', [id])
      await button(page, 'Bloquear usuário').click()
      await answer(page, blockQuestion, true)
      // Reported before the identity confirmation.
      await expect(toast(page, 'Erro ao bloquear usuário!')).toBeVisible()
      await expect(toast(page, 'O usuário não está ativo.')).toBeVisible()
    })

    await test.step('refuses to reactivate a user over the limit of a plan', async () => {
      const [company, module] = [await world.build.company(), await world.module()]
      await world.build.plan({ companyId: company.id, moduleId: module.id, seats: 1 })
      const { id: profileId } = await world.profile(module.id)
      const { id: userId } = await makeWorker(portaria, [company])
      await world.build.assign({ userId, profileId, companyId: company.id })
      await portaria.sql.query('update users set active = false where id = $1', [userId])
      const other = await makeWorker(portaria, [company])
      await world.build.assign({ userId: other.id, profileId, companyId: company.id })
      await follow(page, `/user-edit?id=${userId}`)
      await button(page, 'Ativar usuário').click()
      await expect(toast(page, 'Erro ao ativar usuário!')).toBeVisible()
      await expect(toast(page, 'Limite de usuários neste plano excedido')).toBeVisible()
    })

    await test.step('reports each failure with its message, and stays', async () => {
      await follow(page, '/user-list')
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
      ] as const)
        await test.step(failure, async () => {
          const { id } = await makeWorker(portaria, [await world.build.company()], options)
          await follow(page, `/user-edit?id=${id}`)
          await failWrites(page, path)
          await doConfirmed(page, name, question)
          await expect(toast(page, failure)).toBeVisible()
          await expect(page).toHaveURL(`/user-edit?id=${id}`)
        })
    })
  })
})
