/** A lost connection (decision 71): the notice, reads that are repeated, and writes that can be sent again. */
import { onlineManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect } from '../testing/fake-api.ts'
import { service, serviceHandlers } from '../testing/fake-services.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  confirmIdentity,
  expectGone,
  expectVisible,
  field,
  heading,
  rows,
  save,
  toast,
} from '../testing/screen.ts'

const notice = () =>
  page.getByRole('status', { name: 'Conexão' }).getByText('Sem conexão. Tentaremos de novo.')
const back = () => page.getByRole('status', { name: 'Conexão' }).getByText('A conexão voltou.')

test('a list that cannot be read is read again when the connection is back', async () => {
  const fake = openPortal('/service-list', serviceHandlers([service({ name: 'Dados' })]))
  await expect.element(rows.first()).toBeVisible()
  fake.setOffline(true)
  await page.getByRole('searchbox', { name: 'Buscar Serviço' }).fill('Dad')
  await expectVisible(notice())
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Sem conexão. Tentaremos de novo.')
  await expectGone(page.getByText('Não foi possível carregar a lista.'))
  await expectAccessible()
  fake.setOffline(false)
  onlineManager.setOnline(true)
  await expect.element(rows.first()).toBeVisible()
  await expectGone(notice())
  await expect.element(back()).toBeInTheDocument()
})

test('the notice goes by itself: the server is probed', async () => {
  const fake = openPortal('/service-list', serviceHandlers([service({ name: 'Dados' })]))
  await expect.element(rows.first()).toBeVisible()
  fake.setOffline(true)
  onlineManager.setOnline(false)
  await expectVisible(notice())
  fake.setOffline(false)
  await expect.element(back(), { timeout: 10_000 }).toBeInTheDocument()
})

test('a write that did not reach the server keeps what was typed and can be sent again', async () => {
  const stored = service({ name: 'Dados', description: 'A' })
  const fake = openPortal(`/service-form?id=${stored.id}`, serviceHandlers([stored]))
  await field('Descrição').fill('B')
  await save()
  fake.setOffline(true)
  await confirmIdentity()
  await expectVisible(page.getByText('Sem conexão. Tente de novo quando ela voltar.'))
  await expectGone(page.getByText(/contate o administrador/))
  fake.setOffline(false)
  await confirmIdentity()
  await expectVisible(toast('Serviço atualizado'))
  expect(stored.description).toBe('B')
  await expectGone(notice())
})

test('a record that cannot be read stays open and is read when the connection is back', async () => {
  const stored = service({ name: 'Dados' })
  const fake = openPortal('/service-list', serviceHandlers([stored]))
  await expect.element(rows.first()).toBeVisible()
  fake.use({
    serviceGet: () => {
      fake.setOffline(true)
      return disconnect()
    },
  })
  await page.getByRole('link', { name: 'Editar' }).first().click()
  await expectVisible(notice())
  await expectVisible(heading('Atualização de Serviço'))
  fake.use(serviceHandlers([stored]))
  fake.setOffline(false)
  onlineManager.setOnline(true)
  await expect.element(field('Nome')).toHaveValue('Dados')
})

test('a screen that cannot be opened opens when the connection is back', async () => {
  const fake = openPortal('/service-list', serviceHandlers([service({ name: 'Dados' })]))
  await expect.element(rows.first()).toBeVisible()
  fake.setOffline(true)
  await page.getByRole('link', { name: 'Novo Serviço' }).click()
  await expectVisible(heading('Sem conexão'))
  await expectGone(page.getByText('Algo deu errado'))
  await expectAccessible()
  fake.setOffline(false)
  onlineManager.setOnline(true)
  await expect.element(field('Nome')).toBeVisible()
})

test('a failed call while the server is reachable is no lost connection', async () => {
  openPortal('/service-list', { serviceList: disconnect })
  await expectVisible(page.getByText('Não foi possível carregar a lista.'))
  await expectVisible(button('Tentar novamente'))
  await expectGone(notice())
})
