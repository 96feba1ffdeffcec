/** Inviting users against the real server: the stored account, the mail, and what a master user may assign. */
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import {
  bindTo,
  boundCompany,
  chooseCompany,
  companiesOf,
  field,
  fillIn,
  heading,
  addUser,
  saveConfirmed,
  stored,
} from './people-rows.ts'
import { alert } from './screen.ts'

const failure =
  'Erro ao cadastrar usuário! Caso tenha utilizado um email com cadastro, tente novamente com outro email.'
const created = 'Usuário cadastrado com sucesso!'

const validFields = (email: string) => ({
  Nome: "Iracema d'Ávila",
  'E-mail': email,
  Telefone: '5541987650001',
})

test('/user-create invites users by mail, and tells a master user nothing about users out of scope', async ({
  page,
  portaria,
  world,
  enter,
}) => {
  const [first, second] = [await world.build.company(), await world.build.company()]
  const email = `${world.unique('iracema').replace(' ', '.')}@nova.example`

  await test.step('a user of two companies is invited by mail, and receives a profile next', async () => {
    await enter('/user-create')
    await fillIn(page, { ...validFields(email.toUpperCase()), Código: 'OP77' })
    await chooseCompany(page, first.name)
    await chooseCompany(page, second.name)
    await bindTo(page, second.name)
    const sent = await portaria.messageAfter(email, () => saveConfirmed(page, created))
    expect(sent.text).toContain(first.name)
    await expect(page).toHaveURL(/\/user-list$/)
    const person = await stored(portaria, email)
    expect(person).toMatchObject({
      name: "Iracema d'Ávila",
      phone_number: '5541987650001',
      code: 'OP77',
      company_id: second.id,
    })
    expect(await companiesOf(portaria, person?.id ?? 0)).toEqual(
      [first.id, second.id].toSorted((a, b) => a - b),
    )
    const next = page.getByRole('region', { name: 'Próximo passo' })
    await next.getByRole('link', { name: 'Dar perfil' }).press('Enter')
    await expect(page).toHaveURL(new RegExp(`/user-edit-profile\\?id=${person?.id}$`))
    await expect(heading(page, 'Perfis do usuário')).toBeVisible()
  })

  await test.step('an existing e-mail is refused at its field', async () => {
    await follow(page, '/user-create')
    await fillIn(page, validFields(email))
    await chooseCompany(page, first.name)
    await saveConfirmed(page, failure)
    await expect(field(page, 'E-mail')).toHaveAccessibleDescription(new RegExp(failure))
  })

  await test.step('a master user is offered only their own company, and an existing user out of scope looks like a new one', async () => {
    const master = await world.master()
    const elsewhere = await addUser(portaria, [second])
    await enter('/user-create', master.email)
    await page.getByRole('combobox', { name: 'Empresas' }).click()
    await expect(page.getByRole('option')).toHaveText([master.company.name])
    await page.keyboard.press('Escape')
    await expect(boundCompany(page)).toHaveCount(0)
    await fillIn(page, validFields(elsewhere.email))
    const sent = await portaria.messageAfter(elsewhere.email, () => saveConfirmed(page, created))
    expect(sent.subject).toBe('Convite de uma empresa na Gestão de Acesso')
    expect(await stored(portaria, elsewhere.email)).toMatchObject({ name: elsewhere.name })
    await expect(alert(page, failure)).toHaveCount(0)
  })
})
