/** User screens by keyboard alone, from the invitation to profiles and 'Por quê?'. */
import { expect, test } from './console.ts'
import { chooseTyped, press, confirmByKeyboard, tabTo } from './keyboard.ts'
import { field, addUser, stored } from './people-rows.ts'
import { makeProfileScenario } from './profile-steps.ts'
import { rows } from './screen.ts'

test('a user is invited by keyboard alone', async ({ page, portaria, world, enter }) => {
  const company = await world.build.company()
  const email = `${world.unique('teclado').replace(' ', '.')}@nova.example`
  await enter('/user-list')
  await press(page, page.getByRole('link', { name: 'Novo usuário' }))
  await expect(field(page, 'Nome')).toBeFocused()
  await page.keyboard.type("Iracema d'Ávila")
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('5541987650001')
  await tabTo(page, page.getByRole('combobox', { name: 'Empresas' }))
  await chooseTyped(page, company.name)
  await page.keyboard.press('Escape')
  await press(page, page.getByRole('button', { name: 'Salvar' }))
  await confirmByKeyboard(page, 'Usuário cadastrado com sucesso!')
  await expect(page).toHaveURL(/\/user-list$/)
  expect(await stored(portaria, email)).toMatchObject({ name: "Iracema d'Ávila" })
})

test('several users receive a profile, and the access of one is explained, by keyboard alone', async ({
  page,
  portaria,
  world,
  enter,
}) => {
  const { company, module, one } = await makeProfileScenario(portaria)
  const name = world.unique('Pessoa do Teclado')
  const [first] = [
    await addUser(portaria, [company], { name }),
    await addUser(portaria, [company], { name }),
  ]
  const master = await world.master({}, company)
  await enter(`/user-list?name=${name}`, master.email)
  await expect(rows(page)).toHaveCount(2)
  await tabTo(page, page.getByRole('checkbox', { name: 'Selecionar todos desta página' }))
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'Usuários selecionados' })
  await press(page, bar.getByRole('button', { name: 'Dar perfil' }))
  const giving = page.getByRole('dialog', { name: 'Dar perfil aos usuários selecionados' })
  await expect(giving.getByRole('combobox', { name: 'Empresa' })).toBeFocused()
  await tabTo(page, giving.getByRole('combobox', { name: 'Perfil' }))
  await page.keyboard.type(one.name)
  await page.keyboard.press('Enter')
  await press(page, giving.getByRole('button', { name: 'Dar perfil' }))
  await confirmByKeyboard(page, 'Perfil dado a 2 usuários com sucesso!')

  await enter(`/user-edit-profile?id=${first.id}`, master.email)
  const why = page.getByRole('region', { name: 'Por quê?' })
  await tabTo(page, why.getByRole('combobox', { name: 'Módulo' }))
  await chooseTyped(page, `${module.name} - ${module.service.name}`)
  await expect(why.getByLabel('Resposta')).toContainText('Permitido')
})
