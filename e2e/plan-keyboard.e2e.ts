/** Screens of companies and plans by keyboard alone, from a new company to the end of its plan. */
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { chooseTyped, press, confirmByKeyboard, tabTo } from './keyboard.ts'
import { toast } from './screen.ts'

test('a company and a plan are managed by keyboard alone', async ({ page, world, enter }) => {
  await test.step('a company with SPIDs is created', async () => {
    await enter('/company-list')
    await press(page, page.getByRole('link', { name: 'Nova Empresa' }))
    await expect(page.getByLabel('Nome')).toBeFocused()
    await page.keyboard.type(world.unique('Operadora do Teclado'))
    await page.keyboard.press('Tab')
    await page.keyboard.type('7EC1AD00000124')
    await page.keyboard.press('Tab')
    await page.keyboard.type('teclado@operadora.example')
    const manage = page.getByRole('button', { name: 'Gerenciar SPID' })
    await press(page, manage)
    const modal = page.getByRole('dialog', { name: 'Gerenciamento de SPID' })
    const spids = modal.getByRole('textbox', { name: 'SPID', exact: true })
    await expect(spids.first()).toBeFocused()
    await page.keyboard.type('9201')
    await press(page, modal.getByRole('button', { name: 'Adicionar SPID' }))
    await expect(spids.nth(1)).toBeFocused()
    await page.keyboard.type('9202')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'SPIDs salvos com sucesso')).toBeVisible()
    await expect(manage).toBeFocused()
    await press(page, page.getByRole('button', { name: 'Salvar' }))
    await confirmByKeyboard(page, 'Empresa cadastrada')
    await expect(page).toHaveURL(/\/company-list$/)
  })

  await test.step('a module is added to a plan and removed', async () => {
    const module = await world.module()
    const name = world.unique('Plano do Teclado')
    await follow(page, '/plan-list')
    await press(page, page.getByRole('link', { name: 'Novo Plano' }))
    await expect(page.getByLabel('Nome')).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await confirmByKeyboard(page, 'Plano cadastrado')
    await expect(page).toHaveURL(/\/plan-list$/)
    await tabTo(page, page.getByRole('searchbox'))
    await page.keyboard.type(name)
    await press(page, page.getByRole('link', { name: `Associar a módulo: ${name}` }))
    await press(page, page.getByRole('link', { name: 'Adicionar' }))
    await expect(page.getByRole('combobox', { name: 'Serviço' })).toBeFocused()
    await chooseTyped(page, module.service.name)
    await page.keyboard.press('Tab')
    await chooseTyped(page, module.name)
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Quantidade')).toBeFocused()
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await confirmByKeyboard(page, 'Plano cadastrado')
    await press(page, page.getByRole('button', { name: `Remover: ${module.name}` }))
    await confirmByKeyboard(
      page,
      'Plano removido com sucesso!',
      'Deseja realmente remover este módulo do plano?',
    )
    await expect(page.getByRole('row').filter({ hasText: module.name })).toContainText('Inativo')
  })
})
