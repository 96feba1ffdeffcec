import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { emptyPage } from '../testing/fake-list.ts'
import type { Handlers } from '../testing/fake-api.ts'
import { openPortal } from '../testing/portal.tsx'
import { button, expectGone, expectVisible, heading, menu } from '../testing/screen.ts'

const userButton = page.getByRole('button', { name: 'Ana Maria' })
const item = (name: string) => page.getByRole('menuitem', { name })
const palette = page.getByRole('dialog', { name: 'Busca rápida' })
const box = palette.getByRole('combobox')

/** A response that never arrives, for screens of which only the frame is tested. */
const pending = () => new Promise<never>(() => undefined)
const handlers: Handlers = {
  seatsOfCompany: pending,
  companyGet: pending,
  companyList: pending,
  serviceList: emptyPage,
  userInitialPermissions: () => ({ companies: [] }),
}

test('marks the current screen, and its button while the menu is closed', async () => {
  openPortal('/status', handlers)
  await expect.element(userButton).toHaveAttribute('aria-current', 'true')
  await userButton.click()
  await expect.element(item('Sua sessão')).toHaveAttribute('aria-current', 'page')
  await expect.element(item('Sessões ativas')).not.toHaveAttribute('aria-current')
  const background = (name: string) => getComputedStyle(item(name).element()).backgroundColor
  expect(background('Sua sessão')).not.toBe(background('Meus dados'))
})

test('is not marked on a screen of the side menu', async () => {
  openPortal('/service-list', handlers)
  await expectVisible(heading('Serviços'))
  await expect.element(userButton).not.toHaveAttribute('aria-current')
})

test('Ctrl+K opens the palette while the menu is open and right after Escape, and Escape returns to its button', async () => {
  openPortal('/service-list', handlers)
  await expectVisible(button('Buscar'))
  for (const keys of ['{Control>}k{/Control}', '{Escape}{Control>}k{/Control}'])
    for (const _ of ['first', 'again']) {
      await userButton.click()
      await expectVisible(item('Sua sessão'))
      await userEvent.keyboard(keys)
      await expect.element(box).toHaveFocus()
      await expectGone(item('Sua sessão'))
      await userEvent.keyboard('{Escape}')
      await expectGone(palette)
      await expect.element(userButton).toHaveFocus()
    }
})

test('the seats of a company do not mark the list of users', async () => {
  openPortal('/user-seats', handlers)
  await expectVisible(heading('Licenças'))
  await expectVisible(menu.getByRole('link', { name: 'Usuário', exact: true }))
  expect(menu.element().querySelector('[aria-current]')).toBeNull()
})
