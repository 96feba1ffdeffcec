/** Every target has 24 px, and 44 px on touch (WCAG 2.5.8 and 2.5.5; issue 35, row 18). */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { blockQuestion, pressAct } from './people-rows.ts'
import { questionDialog, row, userBox } from './screen.ts'
import { smallTargets } from './target-size.ts'
import type { World } from './world.ts'

async function checkScreens(page: Page, world: World, minimum: number): Promise<void> {
  const person = await world.person()
  const module = await world.module()
  const profile = await world.profile(module.id)
  const expectLarge = async (screen: string, within = page.locator('body')) => {
    expect.soft(await smallTargets(within, minimum), screen).toEqual([])
  }
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await expectLarge('HOME')
  await follow(page, `/user-list?email=${person.email}`)
  await expect(row(page, person.name)).toBeVisible()
  await page.getByRole('checkbox', { name: `Selecionar: ${person.name}` }).check()
  await expectLarge('list of users')
  await follow(page, `/user-edit?id=${person.id}`)
  await expect(page.getByLabel('Nome')).toHaveValue(person.name)
  await expectLarge('form of a user')
  await pressAct(page, 'Bloquear usuário')
  await expect(questionDialog(page, blockQuestion)).toBeVisible()
  await expectLarge('question before blocking')
  await page.keyboard.press('Escape')
  for (const tab of ['summary', 'access', 'security', 'history']) {
    await follow(page, `/user-edit?id=${person.id}&tab=${tab}`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectLarge(`user, ${tab}`)
  }
  await follow(page, `/profile-edit?id=${profile.id}`)
  await expect(page.getByLabel('Nome')).toHaveValue(profile.name)
  await expectLarge('form of a profile')
  await pressAct(page, 'Excluir perfil')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectLarge('question before deleting')
  await page.keyboard.press('Escape')
  await follow(page, `/service-form?id=${module.service.id}`)
  await expect(page.getByLabel('Nome')).toHaveValue(module.service.name)
  await expectLarge('form of a service')
  await userBox(page).click()
  await expect(page.getByRole('menu')).toBeVisible()
  // The menu covers a part of the screen.
  await expectLarge('user menu', page.getByRole('menu'))
}

test('targets have 24 px with a mouse', async ({ page, world, enter }) => {
  await enter('/home')
  await checkScreens(page, world, 24)
})

test.describe('with touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('targets have 44 px', async ({ page, world, enter }) => {
    await enter('/home')
    await checkScreens(page, world, 44)
  })
})
