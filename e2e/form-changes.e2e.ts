/** The list of changes that a form shows before it saves, and the form's layout. */
import type { Locator } from '@playwright/test'
import { expect, test } from './console.ts'
import { pressAct } from './people-rows.ts'
import { follow } from './follow.ts'
import { answer, choose, confirmIdentity, proofDialog, save, saveChanges, toast } from './screen.ts'

const changes = (of: Locator) => of.getByRole('list', { name: 'O que muda' }).locator('> li')
const question = 'Deseja salvar as alterações?'

test('a save lists its changes first', async ({ page, world, enter, checkAxe }) => {
  await test.step('the identity confirmation lists the changes', async () => {
    const { id, name } = await world.service()
    await enter(`/service-form?id=${id}`)
    await page.getByLabel('Nome').fill(`${name} novo`)
    await page.getByLabel('Status').selectOption('Inativo')
    await save(page)
    const modal = proofDialog(page)
    await expect(changes(modal)).toHaveText([
      `Nome: ${name} → ${name} novo`,
      'Status: Ativo → Inativo',
    ])
    await confirmIdentity(page)
    await expect(toast(page, 'Serviço atualizado')).toBeVisible()
    await expect(page).toHaveURL(/\/service-list$/)
  })

  await test.step('without a confirmation, a question lists them with names instead of ids, and Não keeps the input', async () => {
    const [from, to] = [await world.module(), await world.module()]
    const { id } = await world.function(from.id, { name: 'Pedidos', url: '/pedidos' })
    await follow(page, `/function-edit?id=${id}`)
    await choose(page, 'Módulo', to.name)
    await page.getByLabel('Código').fill('P1')
    await page.getByLabel('Exibir para empresas').check()
    await save(page)
    const modal = page.getByRole('dialog', { name: question })
    await expect(changes(modal)).toHaveText([
      `Módulo: ${from.name} → ${to.name}`,
      'Código: (vazio) → P1',
      'Exibir para empresas: Não → Sim',
    ])
    await expect(modal.getByRole('button', { name: 'Sim' })).toBeFocused()
    await checkAxe()
    await answer(page, question, false)
    await expect(page.getByLabel('Código')).toHaveValue('P1')
    await saveChanges(page)
    await expect(toast(page, 'Função atualizada com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/function-list$/)
  })

  await test.step('the list has the normalised values that are sent', async () => {
    const modal = proofDialog(page)
    const giveUp = () => modal.getByRole('button', { name: 'Cancelar' }).click()
    const { id, name, service } = await world.module({ url: 'antiga.example' })
    await follow(page, `/module-edit?id=${id}&serviceId=${service.id}`)
    await page.getByLabel('Url').fill('http://Nova.example/')
    await page.getByLabel('Url').press('Enter')
    await expect(changes(modal)).toHaveText([
      'Protocolo: https:// → http://',
      'Url: antiga.example → nova.example',
    ])
    await giveUp()

    const other = await world.module()
    const edited = await world.function(id, { name: 'Pedidos', url: '/pedidos' })
    await follow(page, `/function-edit?id=${edited.id}`)
    await choose(page, 'Módulo', 'Gestão de Acesso')
    await page.getByLabel('Ambiente').selectOption('front')
    await save(page)
    await expect(changes(modal)).toHaveText([
      `Módulo: ${name} → Gestão de Acesso`,
      'Ambiente: (vazio) → Front (tela)',
      'Método: (vazio) → GET',
    ])
    await giveUp()
    await choose(page, 'Módulo', other.name)
    await save(page)
    await expect(changes(page.getByRole('dialog', { name: question }))).toHaveText([
      `Módulo: ${name} → ${other.name}`,
    ])
  })
})

test('fields and buttons of a form have the expected order and position', async ({
  page,
  world,
  enter,
  checkAxe,
}) => {
  await test.step('by keyboard, Enter submits and Enter confirms a change', async () => {
    const { id, service } = await world.module()
    await enter(`/module-edit?id=${id}&serviceId=${service.id}`)
    await expect(page.getByLabel('Nome')).toBeFocused()
    await expect(page.getByLabel('Nome')).not.toHaveValue('')
    await page.keyboard.press('End')
    await page.keyboard.type(' B')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: question })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sim' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Módulo atualizado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/module-list\?serviceId=/)
  })

  await test.step('the fields of an update follow the order of the specification', async () => {
    const order = () =>
      page
        .locator('main form')
        .locator('input, textarea, select')
        .evaluateAll((fields) => fields.flatMap((field) => field.getAttribute('name') ?? []))
    await follow(page, `/service-form?id=${(await world.service()).id}`)
    await expect(page.getByLabel('Status')).toBeVisible()
    expect(await order()).toEqual(['name', 'description', 'active'])
    const { id, service } = await world.module()
    await follow(page, `/module-edit?id=${id}&serviceId=${service.id}`)
    await expect(page.getByLabel('Status')).toBeVisible()
    expect(await order()).toEqual(['name', 'protocol', 'url', 'is_enable_spid', 'active'])
  })

  await test.step('an error message at a field moves no button', async () => {
    await follow(page, '/service-form')
    const button = page.getByRole('button', { name: 'Salvar' })
    await expect(page.getByLabel('Nome')).toBeFocused()
    const before = await button.boundingBox()
    // A shift can last a single frame, so compare the position in every frame.
    const tops = await button.evaluate(async (element: HTMLElement) => {
      const top = () => element.getBoundingClientRect().top
      const positions = new Set([top()])
      element.click()
      for (let frame = 0; frame < 20; frame++) {
        await new Promise(requestAnimationFrame)
        positions.add(top())
      }
      return [...positions]
    })
    expect(tops).toEqual([before?.y])
    await expect(page.getByText('Preencha os campos obrigatórios')).toHaveCount(2)
    expect(await button.boundingBox()).toEqual(before)
  })

  await test.step('a removal is shown in red, with its name and consequence', async () => {
    const { id } = await world.module()
    const profile = await world.profile(id)
    await follow(page, `/profile-edit?id=${profile.id}`)
    await pressAct(page, 'Excluir perfil')
    const dialog = page.getByRole('dialog', { name: 'Deseja realmente excluir este Perfil?' })
    await expect(dialog).toContainText(`Excluir o perfil ${profile.name}`)
    await expect(dialog).toContainText('Quem o possui perde o acesso que ele dá.')
    await expect(dialog.getByLabel('Senha', { exact: true })).toBeFocused()
    const red = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--danger-text').trim(),
    )
    const colour = (button: Locator) =>
      button.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(red).toBe('#b3261e')
    expect(await colour(dialog.getByRole('button', { name: 'Sim' }))).toBe('rgb(179, 38, 30)')
    await checkAxe()
  })
})
