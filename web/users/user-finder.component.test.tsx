import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import { button, expectVisible, place } from '../testing/screen.ts'

test('the filter of users without a second factor is in the dialog, then in the address and the bar', async () => {
  await page.viewport(1280, 640)
  openPortal('/user-list', userHandlers([user({ name: 'Jussara Lima' })]))
  await expectVisible(page.getByRole('link', { name: 'Jussara Lima', exact: true }))
  await button('Mais filtros').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Sem segundo fator' }).click()
  await dialog.getByRole('button', { name: 'Buscar' }).click()
  await expect.poll(place).toEqual({ no_factor: '1' })
  const bar = page.getByRole('form', { name: 'Buscar usuários' })
  await expect.element(bar.getByRole('checkbox', { name: 'Sem segundo fator' })).toBeChecked()
})

test('a checkbox in the bar is a square', async () => {
  await page.viewport(1280, 640)
  openPortal('/user-list?no_factor=1', userHandlers([user({ name: 'Jussara Lima' })]))
  const bar = page.getByRole('form', { name: 'Buscar usuários' })
  const box = await bar.getByRole('checkbox', { name: 'Sem segundo fator' }).findElement()
  const { width, height } = box.getBoundingClientRect()
  expect(height).toBe(width)
})
