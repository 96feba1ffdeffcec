/** Runs both accessibility checkers on each kind of message, dialog and list that the screens share. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessibilityFaults, expectAccessible } from '../testing/accessibility.ts'
import { disconnect, refuse } from '../testing/fake-api.ts'
import { emptyPage } from '../testing/fake-list.ts'
import { service, serviceHandlers } from '../testing/fake-services.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  alert,
  button,
  confirmIdentity,
  expectCount,
  expectToFit,
  expectVisible,
  field,
  noRows,
  proofDialog,
  row,
  save,
  toast,
} from '../testing/screen.ts'

/** Opens a screen with these services. */
const open = (path: string, rows = [service({ name: 'Voz' }), service({ name: 'Dados' })]) =>
  openPortal(path, {
    ...serviceHandlers(rows),
    userInitialPermissions: () => ({ companies: [] }),
  })

/** Opens the form of a service and changes its name. */
async function change(): Promise<ReturnType<typeof openPortal>> {
  const stored = service({ name: 'Dados' })
  const fake = open(`/service-form?id=${stored.id}`, [stored])
  await expect.element(field('Nome')).toHaveValue('Dados')
  await field('Nome').fill('Dados novos')
  return fake
}

test('the checkers find a missing name, and a contrast that is too low only in dark', async () => {
  openPortal('/nada-aqui', {})
  await expectVisible(page.getByRole('heading', { name: 'Página não encontrada' }))
  const faulty = document.createElement('div')
  faulty.innerHTML = '<img src="/favicon.svg"><p style="color: #111">Texto</p>'
  document.querySelector('main')?.append(faulty)
  const faults = await accessibilityFaults()
  expect(faults.map((fault) => fault.split(':', 2).join(':'))).toEqual([
    'light: image-alt',
    'light: img_alt_valid',
    'dark: color-contrast',
    'dark: text_contrast_sufficient',
  ])
})

test('a list', async () => {
  open('/service-list')
  await expectVisible(row('Voz'))
  await expectAccessible()
})

test('a list with filters', async () => {
  open('/service-list?status=1&search=voz')
  await expectVisible(row('Voz'))
  await expectAccessible()
})

test('an empty list', async () => {
  openPortal('/service-list', { serviceList: emptyPage })
  await expectVisible(noRows)
  await expectAccessible()
})

test('a list that could not be read', async () => {
  openPortal('/service-list', { serviceList: disconnect })
  await expectVisible(page.getByText('Não foi possível carregar a lista.'))
  await expectAccessible()
})

test('a list as cards on a phone, with open filters', async () => {
  await page.viewport(360, 740)
  open('/service-list?status=1')
  await expectVisible(page.getByText('Voz').first())
  await button('Filtros (1)').click()
  await expectVisible(page.getByRole('combobox', { name: 'Status' }))
  await expectToFit(360)
  await expectAccessible()
})

test('a form with errors at its fields', async () => {
  open('/service-form')
  await save()
  await expectCount(page.getByText('Preencha os campos obrigatórios'), 2)
  await expectAccessible()
})

test('the identity confirmation with a list of changes', async () => {
  await change()
  await save()
  await expectVisible(proofDialog)
  await expectAccessible()
})

test('the identity confirmation after a wrong password', async () => {
  const fake = await change()
  fake.use({ userLocalValidatePassword: () => refuse('password-invalid') })
  await save()
  await confirmIdentity()
  await expectVisible(alert('Senha inválida'))
  await expectAccessible()
})

test('a refusal at its field and as a toast', async () => {
  const fake = await change()
  fake.use({ serviceUpdate: () => refuse('service-name-in-use') })
  await save()
  await confirmIdentity()
  await expectVisible(toast('Nome já existe'))
  await expectAccessible()
})

test('a concurrent change', async () => {
  const fake = await change()
  fake.use({
    serviceUpdate: () => refuse('changed-meanwhile'),
    serviceGet: () => service({ name: 'Dados de outra pessoa' }),
    auditList: () => ({ rows: [], names: {}, older: null, newer: null }),
  })
  await save()
  await confirmIdentity()
  await expectVisible(button('Ficar com a dela'))
  await expectAccessible()
})

test('a question before a form is left', async () => {
  await change()
  await button('Cancelar').click()
  await expectVisible(page.getByRole('dialog', { name: 'Deseja realmente cancelar a operação?' }))
  await expectAccessible()
})

test('the menu of the user box', async () => {
  open('/service-list')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Ana Maria/ })
    .click()
  await expectVisible(page.getByRole('menuitem', { name: 'Sair' }))
  await expectAccessible()
})

test('the palette with results and on a phone', async () => {
  open('/service-list')
  await expectVisible(row('Voz'))
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('dialog', { name: 'Busca rápida' })
  await expectVisible(palette.getByRole('option').first())
  await expectAccessible()
  await page.viewport(360, 740)
  await expectToFit(360)
  await expectAccessible()
})

test('the shortcuts', async () => {
  open('/service-list')
  await expectVisible(row('Voz'))
  await userEvent.keyboard('?')
  await expectVisible(page.getByRole('dialog', { name: 'Atalhos de teclado' }))
  await expectAccessible()
})

test('an address without a screen', async () => {
  open('/nada-aqui')
  await expectVisible(page.getByRole('heading', { name: 'Página não encontrada' }))
  await expectAccessible()
})
