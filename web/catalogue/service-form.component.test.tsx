import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { disconnect, refuse } from '../testing/fake-api.ts'
import { emptyPage } from '../testing/fake-list.ts'
import { service, serviceHandlers } from '../testing/fake-services.ts'
import { follow, openPortal, reopen } from '../testing/portal.tsx'
import { withScreens } from '../testing/signed-in.ts'
import {
  answer,
  button,
  confirmIdentity,
  expectCount,
  expectGone,
  expectPath,
  expectTexts,
  expectVisible,
  field,
  focus,
  heading,
  menu,
  row,
  save,
  search,
  toast,
} from '../testing/screen.ts'

const unsaved = 'Há alterações não salvas. Deseja sair sem salvar?'
const cancelled = 'Deseja realmente cancelar a operação?'
const newService = page.getByRole('link', { name: 'Novo Serviço' })
const functions = menu.getByRole('link', { name: 'Função', exact: true })

async function fill(name: string, description = 'Criado por um teste.'): Promise<void> {
  await field('Nome').fill(name)
  await field('Descrição').fill(description)
}

/** Opens a screen over these services. */
const open = (path: string, rows = [service({ name: 'Voz' })]) =>
  openPortal(path, { ...serviceHandlers(rows), functionList: emptyPage, moduleList: emptyPage })

test('creates a service, reports it and returns to the list', async () => {
  open('/service-list')
  await newService.click()
  await expectVisible(heading('Cadastro de Serviço'))
  await expectGone(field('Status'))
  await save()
  await expectCount(page.getByText('Preencha os campos obrigatórios'), 2)
  await expect.element(field('Nome')).toHaveFocus()
  await expect.element(field('Nome')).toHaveAccessibleDescription('Preencha os campos obrigatórios')
  await fill('Roaming')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Serviço cadastrado'))
  await expectPath('/service-list')
  await search.fill('Roaming')
  await expectVisible(row('Roaming'))
})

test('refuses an existing name, and keeps the input', async () => {
  const fake = open('/service-form')
  fake.use({ serviceCreate: () => refuse('service-name-in-use') })
  await fill('  VOZ ')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Nome já existe'))
  await expect.element(field('Nome')).toHaveAccessibleDescription('Nome já existe')
  await expect.element(field('Nome')).toHaveFocus()
  await expect.element(field('Descrição')).toHaveValue('Criado por um teste.')
})

test('works by keyboard alone, from the list to the saved record', async () => {
  open('/service-list')
  await focus(newService)
  await userEvent.keyboard('{Enter}')
  await expectVisible(heading('Cadastro de Serviço'))
  await expect.element(field('Nome')).toHaveFocus()
  await userEvent.keyboard('Só teclado')
  await userEvent.tab()
  await userEvent.keyboard('Sem mouse')
  await userEvent.tab()
  await expect.element(button('Cancelar')).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('dialog').getByLabelText('Senha', { exact: true }))
    .toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectGone(page.getByRole('dialog'))
  await expect.element(button('Salvar')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await confirmIdentity()
  await expectVisible(toast('Serviço cadastrado'))
})

test('asks before it is left by Cancelar, a link, the back button, or closing the page', async () => {
  open('/service-list')
  await newService.click()
  await button('Voltar').click()
  await expectPath('/service-list')
  await newService.click()
  await fill('Pela metade')
  await button('Cancelar').click()
  await expectTexts(page.getByRole('dialog', { name: cancelled }).getByRole('button'), [
    '',
    'Sim',
    'Não',
  ])
  await answer(cancelled, false)
  await expectVisible(heading('Cadastro de Serviço'))
  await functions.click()
  await answer(unsaved, false)
  await expect.element(field('Nome')).toHaveValue('Pela metade')
  history.back()
  await answer(unsaved, false)
  await expectPath('/service-form')
  await expect.element(field('Nome')).toHaveValue('Pela metade')
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
  await button('Cancelar').click()
  await answer(cancelled, true)
  await expectPath('/service-list')
  await newService.click()
  await expect.element(field('Nome')).toHaveValue('')
  await functions.click()
  await expectPath('/function-list')
})

test('updates a service and its status', async () => {
  open('/service-list')
  await page.getByRole('link', { name: 'Editar: Voz' }).click()
  await expectVisible(heading('Atualização de Serviço'))
  await field('Status').selectOptions('Inativo')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Serviço atualizado'))
  await expect.element(row('Voz')).toHaveTextContent('Inativo')
})

test("explains why the console's service stays active", async () => {
  const fake = open('/service-form?id=1', [service({ id: 1, name: 'Gestão' })])
  fake.use({ serviceUpdate: () => refuse('service-of-console') })
  await field('Status').selectOptions('Inativo')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Erro ao atualizar serviço'))
  await expect
    .element(field('Status'))
    .toHaveAccessibleDescription(
      'A própria Gestão de Acesso é deste serviço: ele não pode ser inativado.',
    )
})

test('reports that a missing service cannot be read, and redirects to the list', async () => {
  open('/status')
  for (const id of ['2000000000', '0', 'x']) {
    await follow(`/service-form?id=${id}`)
    await expectVisible(toast('Erro inesperado'))
    await expectPath('/service-list')
  }
})

test('reports that saving failed, and keeps the input', async () => {
  const stored = service({ name: 'Dados' })
  const fake = open(`/service-form?id=${stored.id}`, [stored])
  fake.use({ serviceUpdate: disconnect })
  await field('Descrição').fill('Outra')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Erro ao atualizar serviço'))
  await expect.element(field('Descrição')).toHaveValue('Outra')
})

test('shows no buttons that write to a user who may only read', async () => {
  openPortal(
    '/service-list',
    serviceHandlers([service({ name: 'Voz' })]),
    withScreens(['/service-list']),
  )
  await expectVisible(row('Voz'))
  await expectGone(newService)
  await expectGone(page.getByRole('link', { name: /^Editar/ }))
  await follow('/function-list')
  await expectPath('/unallowed')
  reopen()
  await expectVisible(page.getByText('NÃO AUTORIZADO').first())
})
