import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import { button, expectGone, expectVisible, place } from '../testing/screen.ts'

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

test('the column of second factors is hidden, also in the details, until it is chosen', async () => {
  await page.viewport(1024, 640)
  const people = [user({ name: 'Jussara Lima' }), user({ name: 'Caio Reis', federated: true })]
  openPortal('/user-list', userHandlers(people))
  await page
    .getByRole('row', { name: 'Jussara Lima' })
    .getByRole('button', { name: /Mais dados/ })
    .click()
  await expectVisible(page.getByText('Data de atualização').first())
  await expectGone(page.getByText('Segundo fator', { exact: true }))
  await button('Opções da lista').click()
  await page.getByRole('checkbox', { name: 'Segundo fator' }).click()
  await expectVisible(page.getByRole('columnheader', { name: 'Segundo fator' }))
  await expectVisible(page.getByRole('cell', { name: 'Pela empresa' }))
  await expectVisible(page.getByRole('cell', { name: 'Nenhum' }))
  await button('Escolher pela largura').click()
  await expectGone(page.getByRole('columnheader', { name: 'Segundo fator' }))
})
