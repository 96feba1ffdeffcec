/** Inviting users: validation messages, the mail, and what a master user may assign. */
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import {
  bindTo,
  boundCompany,
  chooseCompany,
  companiesOf,
  failWrites,
  field,
  fillIn,
  heading,
  makeWorker,
  saveConfirmed,
  stored,
} from './people-rows.ts'
import { alert, confirmIdentity, crumbs, save, toast } from './screen.ts'

const failure =
  'Erro ao cadastrar usuário! Caso tenha utilizado um email com cadastro, tente novamente com outro email.'

const whole = (email: string) => ({
  Nome: "Iracema d'Ávila",
  'E-mail': email,
  Telefone: '5541987650001',
})

test.describe('/user-create', () => {
  test('invites one user after another, and offers the next step', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('invites a user to companies, by mail with the temporary password', async () => {
      const [first, second] = [await world.build.company(), await world.build.company()]
      const email = `${world.unique('iracema').replace(' ', '.')}@nova.example`
      await enter('/user-list')
      await page.getByRole('link', { name: 'Novo usuário' }).click()
      await expect(heading(page, 'Cadastro de usuário')).toBeVisible()
      await expect(crumbs(page)).toHaveText(['Usuários', 'Novo usuário'])
      await expect(field(page, 'Nome')).toBeFocused()
      await fillIn(page, { ...whole(email.toUpperCase()), Código: 'OP77' })
      await field(page, 'Telefone').fill('')
      await field(page, 'Telefone').pressSequentially('+55 (41) 98765-0001')
      await expect(field(page, 'Telefone')).toHaveValue('5541987650001')
      await expect(page.getByText('+', { exact: true })).toBeVisible()
      await chooseCompany(page, first.name)
      await chooseCompany(page, second.name)
      const sent = await portaria.messageAfter(email, () =>
        saveConfirmed(page, 'Usuário cadastrado com sucesso!'),
      )
      expect(sent.text).toContain(first.name)
      await expect(page).toHaveURL(/\/user-list$/)
      const person = await stored(portaria, email)
      expect(person).toMatchObject({
        name: "Iracema d'Ávila",
        phone_number: '5541987650001',
        code: 'OP77',
      })
      expect(await companiesOf(portaria, person?.id ?? 0)).toEqual(
        [first.id, second.id].toSorted((a, b) => a - b),
      )
    })

    await test.step('offers to give the new user a profile, on the list after saving', async () => {
      const company = await world.build.company()
      // Tall enough for the whole list, so that the sticky pager covers no row.
      await page.setViewportSize({ width: 1280, height: 1600 })
      const email = `${world.unique('proximo').replace(' ', '.')}@nova.example`
      await follow(page, '/user-create')
      await fillIn(page, whole(email.toUpperCase()))
      await chooseCompany(page, company.name)
      await saveConfirmed(page, 'Usuário cadastrado com sucesso!')
      const next = page.getByRole('region', { name: 'Próximo passo' })
      await expect(next).toContainText("Agora dê um perfil a Iracema d'Ávila")
      await expect(page).toHaveURL(/\/user-list$/)
      await checkAxe()
      await next.getByRole('button', { name: 'Agora não' }).click()
      await expect(next).toHaveCount(0)
      await page.getByRole('link', { name: 'Novo usuário' }).click()
      await expect(heading(page, 'Cadastro de usuário')).toBeVisible()
      await fillIn(page, whole(`outra.${email}`))
      await chooseCompany(page, company.name)
      await saveConfirmed(page, 'Usuário cadastrado com sucesso!')
      await next.getByRole('link', { name: 'Dar perfil' }).click()
      const person = await stored(portaria, `outra.${email}`)
      await expect(page).toHaveURL(new RegExp(`/user-edit-profile\\?id=${person?.id}$`))
      await expect(heading(page, 'Perfis do usuário')).toBeVisible()
    })

    await test.step('invites the next user from an empty form, to which the back button leads', async () => {
      const company = await world.build.company()
      const email = `${world.unique('volta').replace(' ', '.')}@nova.example`
      await follow(page, '/user-create')
      await fillIn(page, whole(email))
      await chooseCompany(page, company.name)
      await saveConfirmed(page, 'Usuário cadastrado com sucesso!')
      const next = page.getByRole('region', { name: 'Próximo passo' })
      await next.getByRole('button', { name: 'Agora não' }).click()
      await expect(next).toHaveCount(0)
      await page.goBack()
      // The list that is being left has fields with the same names.
      await expect(heading(page, 'Cadastro de usuário')).toBeVisible()
      for (const label of ['Nome', 'E-mail', 'Telefone'])
        await expect(field(page, label)).toHaveValue('')
      await fillIn(page, whole(`outra.${email}`))
      await chooseCompany(page, company.name)
      await saveConfirmed(page, 'Usuário cadastrado com sucesso!')
      await expect(next).toBeVisible()
    })
  })

  test('validates its fields and shows refusals', async ({ page, portaria, world, enter }) => {
    await test.step('an administrator can bind the user to one of the selected companies', async () => {
      const [first, second] = [await world.build.company(), await world.build.company()]
      const email = `${world.unique('vinculo').replace(' ', '.')}@nova.example`
      await enter('/user-create')
      await fillIn(page, whole(email))
      await chooseCompany(page, first.name)
      await chooseCompany(page, second.name)
      await boundCompany(page).click()
      await expect(page.getByRole('option')).toHaveText(['Nenhuma', first.name, second.name])
      await page.keyboard.press('Escape')
      await bindTo(page, second.name)
      await expect(boundCompany(page)).toHaveValue(second.name)
      await saveConfirmed(page, 'Usuário cadastrado com sucesso!')
      expect(await stored(portaria, email)).toMatchObject({ company_id: second.id })
    })

    await test.step('requires name, e-mail, phone and company', async () => {
      await follow(page, '/user-create')
      await save(page)
      for (const [label, sentence] of [
        ['Nome', 'Preencha o campo nome!'],
        ['E-mail', 'Preencha o campo e-mail!'],
        ['Telefone', 'Preencha o campo telefone!'],
      ] as const)
        await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(sentence))
      await expect(page.getByText('Selecione pelo menos uma empresa!')).toBeVisible()
      await expect(field(page, 'Nome')).toBeFocused()
    })

    await test.step('refuses invalid values and focuses the field', async () => {
      await follow(page, '/user-create')
      for (const [label, typed, sentence] of [
        ['Nome', 'Iracema', 'Preencha o campo nome completo!'],
        ['E-mail', 'iracema@operadora', 'Preencha o campo e-mail com um e-mail válido!'],
        ['Telefone', '554198765', 'Preencha o campo telefone com um telefone válido!'],
        ['Telefone', '554198765432109876543', 'Preencha o campo telefone com um telefone válido!'],
        ['Código', 'OP-77', 'Preencha o campo code apenas com caracteres alfanumericos!'],
      ] as const)
        await test.step(`'${typed}' as ${label}`, async () => {
          await fillIn(page, { ...whole('iracema@operadora.example'), [label]: typed })
          // Wait until the previous error disappears.
          await expect(field(page, label)).not.toHaveAccessibleDescription(new RegExp(sentence))
          await save(page)
          await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(sentence))
          await expect(field(page, label)).toBeFocused()
        })
    })

    await test.step('limits the code to 30 characters', async () => {
      await follow(page, '/user-create')
      await expect(field(page, 'Código')).toHaveAttribute('maxlength', '30')
      await expect(field(page, 'Nome')).toHaveAttribute('maxlength', '200')
    })

    await test.step('shows an existing e-mail in a toast and at its field, and keeps the input', async () => {
      const company = await world.build.company()
      const { email } = await makeWorker(portaria, [company])
      await follow(page, '/user-create')
      await fillIn(page, whole(email))
      await chooseCompany(page, company.name)
      await saveConfirmed(page, failure)
      await expect(field(page, 'E-mail')).toHaveAccessibleDescription(new RegExp(failure))
      await expect(field(page, 'Nome')).toHaveValue("Iracema d'Ávila")
    })

    await test.step('reports any other failure with the same message', async () => {
      const company = await world.build.company()
      await follow(page, '/user-create')
      await fillIn(page, whole('falha@operadora.example'))
      await chooseCompany(page, company.name)
      await failWrites(page, '/user')
      await saveConfirmed(page, failure)
      await expect(page).toHaveURL(/\/user-create$/)
    })

    await test.step('redirects to the list if the companies cannot be read', async () => {
      // Companies stay in the cache for a while, so reload.
      await page.goto('/user-list')
      await page.route('**/api/company?**', (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('link', { name: 'Novo usuário' }).click()
      await expect(toast(page, 'Erro inesperado!')).toBeVisible()
      await expect(page).toHaveURL(/\/user-list$/)
    })
  })

  test('offers a master user only their own company, and responds the same for an existing user out of scope as for a new one', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const master = await world.master()
    const elsewhere = await makeWorker(portaria, [await world.build.company()])
    await enter('/user-create', master.email)
    await expect(page.getByRole('combobox', { name: 'Empresas' })).toBeVisible()
    await expect(boundCompany(page)).toHaveCount(0)
    const form = page.getByRole('form', { name: 'Cadastro de usuário' })
    await expect(
      form.getByText(master.company.name, { exact: true }).filter({ visible: true }),
    ).toBeVisible()
    await page.getByRole('combobox', { name: 'Empresas' }).click()
    await expect(page.getByRole('option')).toHaveText([master.company.name])
    await page.keyboard.press('Escape')
    await fillIn(page, whole(elsewhere.email))
    const sent = await portaria.messageAfter(elsewhere.email, async () => {
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Usuário cadastrado com sucesso!')).toBeVisible()
    })
    expect(sent.subject).toBe('Convite de uma empresa na Gestão de Acesso')
    expect(await stored(portaria, elsewhere.email)).toMatchObject({ name: elsewhere.name })
    await expect(alert(page, failure)).toHaveCount(0)
  })
})
