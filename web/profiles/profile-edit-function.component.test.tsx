import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FunctionWithActions } from '../../contract/functions.ts'
import type { HeldByProfile } from '../../contract/profile-functions.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect, refuse, type FakeApi } from '../testing/fake-api.ts'
import { module, moduleFunction } from '../testing/fake-catalogue.ts'
import { profile, profileHandlers } from '../testing/fake-profiles.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  alert,
  button,
  confirmIdentity,
  expectCount,
  expectGone,
  expectPath,
  expectTexts,
  expectVisible,
  focus,
  heading,
  proofDialog,
  save,
  search,
  toast,
} from '../testing/screen.ts'

const of = module({ name: 'Pontes' })
const expand = (name: string) =>
  page.getByRole('button', { name: new RegExp(`aç(ão|ões) de ${name}$`) })
const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
const action = (name: string, label: string) =>
  page.getByRole('group', { name: `Ações de ${name}` }).getByLabelText(label)
const tree = page.getByRole('list', { name: 'Funções', exact: true })
const shown = tree.getByRole('checkbox')
const totals = page.getByLabelText('Marcadas neste perfil')
const filter = page.getByLabelText('Mostrar funções')

const pedidos = () => moduleFunction(of, { name: 'Pedidos', actions: ['Aprovar', 'Criar'] })
const relatorios = () => moduleFunction(of, { name: 'Relatórios' })
const clientes = () =>
  moduleFunction(of, { name: 'Clientes', actions: ['Criar', 'Editar', 'Excluir'] })

/** Returns `count` functions with one action each. */
const many = (count: number): FunctionWithActions[] =>
  Array.from({ length: count }, (_, index) =>
    moduleFunction(of, {
      name: `Função ${String(index + 1).padStart(4, '0')}`,
      actions: ['Criar'],
    }),
  )

/** Opens the screen of a profile that has the functions `holds`. */
function open(
  functions: FunctionWithActions[],
  holds: FunctionWithActions[] = [],
  name = 'Mesa',
): { fake: FakeApi; heldNow: () => HeldByProfile['functions'] | undefined } {
  const held = { 501: holds.map(({ id }) => ({ id, actions: [] as number[] })) }
  const fake = openPortal(
    '/profile-edit-function?id=501',
    profileHandlers({ modules: [of], functions, profiles: [profile(of, { id: 501, name })], held }),
  )
  return { fake, heldNow: () => held[501] }
}

test("ticks the profile's functions, and saves the difference, also by keyboard", async () => {
  const [one, two, three] = [pedidos(), relatorios(), clientes()]
  const { heldNow } = open([one, two, three], [two])
  await expectVisible(heading('Alteração de funções do perfil'))
  await expectVisible(page.getByText('Perfil: Mesa · Módulo: Pontes'))
  await expect.element(box('Relatórios')).toBeChecked()
  await expect.element(box('Pedidos')).not.toBeChecked()
  await save()
  await expectVisible(toast('Nenhum dado foi alterado!'))
  await focus(box('Pedidos'))
  await userEvent.keyboard(' ')
  await expect.element(expand('Pedidos')).toHaveAttribute('aria-expanded', 'true')
  await userEvent.tab()
  await expect.element(expand('Pedidos')).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(action('Pedidos', 'Aprovar')).toBeChecked()
  await expect.element(expand('Pedidos')).toHaveTextContent(/^1 de 2 ações/)
  await box('Relatórios').click()
  await expand('Clientes').click()
  await action('Clientes', 'Editar').click()
  await expect.element(box('Clientes')).toBeChecked()
  await expect
    .element(totals)
    .toHaveTextContent('2 de 3 funções e 2 de 5 ações marcadas · +2 funções, −1 função, +2 ações')
  await focus(button('Salvar'))
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('list', { name: 'O que muda' }))
    .toHaveTextContent(
      /\+2 funções:\s*Pedidos\s*Clientes\s*−1 função:\s*Relatórios\s*\+2 ações:\s*Pedidos: Aprovar\s*Clientes: Editar/,
    )
  await confirmIdentity()
  await expectVisible(toast('Perfil atualizado com sucesso!'))
  await expectPath('/profile-list')
  expect(heldNow()).toEqual([
    { id: one.id, actions: [one.actions[0]?.id] },
    { id: three.id, actions: [three.actions[1]?.id] },
  ])
})

test('keeps the ticks if the save fails, and then sends only the rest', async () => {
  const [one, two] = [clientes(), relatorios()]
  const { fake, heldNow } = open([one, two], [one])
  const handlers = profileHandlers({ modules: [of], profiles: [] })
  await box('Clientes').click()
  await box('Relatórios').click()
  const { functionActionAdd } = handlers
  fake.use({ functionActionAdd: disconnect })
  await save()
  await confirmIdentity()
  await expectVisible(toast('Erro ao cadastrar perfil!'))
  await expect.element(box('Relatórios')).toBeChecked()
  await expect.element(box('Clientes')).not.toBeChecked()
  expect(heldNow()).toEqual([])
  if (functionActionAdd) fake.use({ functionActionAdd })
  const before = fake.calls.length
  await save()
  await confirmIdentity()
  await expectVisible(toast('Perfil atualizado com sucesso!'))
  const sent = fake.calls.slice(before).filter((call) => call.startsWith('functionAction'))
  expect(sent).toEqual(['functionActionAdd'])
})

test("explains why the administrators' profile cannot lose functions", async () => {
  const one = relatorios()
  const { fake } = open([one], [one])
  fake.use({ functionActionRemove: () => refuse('profile-of-system') })
  await box('Relatórios').click()
  await save()
  await confirmIdentity()
  await expectVisible(toast('Erro ao cadastrar perfil!'))
  await expectVisible(alert('Este perfil é do sistema'))
})

test('finds functions and actions by a search, ticks all found, and filters ticked and changed ones', async () => {
  const special = moduleFunction(of, { name: 'Especial', actions: ['Homologar'] })
  open([...many(20), special])
  await expect.element(totals).toHaveTextContent('0 de 21 funções e 0 de 21 ações marcadas')
  await search.fill('homologar')
  await action('Especial', 'Homologar').click()
  await expect.element(box('Especial')).toBeChecked()
  await focus(search)
  await userEvent.keyboard('{Enter}')
  await expectGone(page.getByRole('dialog'))
  await search.fill('não há')
  await expectVisible(page.getByText('Nenhum resultado encontrado para os critérios de pesquisa.'))
  await search.fill('funcao 001')
  await expectCount(shown, 11)
  await box('Todas as funções').click()
  await expect.element(totals).toHaveTextContent(/^12 de 21 funções e 1 de 21 ações marcadas/)
  await search.fill('')
  await expectVisible(box('Função 0020'))
  await expect.element(box('Todas as funções')).toBePartiallyChecked()
  await filter.selectOptions('Só as marcadas')
  await expectAccessible()
  // An unticked function stays until the filter changes, and keeps the focus.
  await box('Função 0012').click()
  await expect.element(box('Função 0012')).toHaveFocus()
  await filter.selectOptions('Só as alteradas')
  await expectGone(box('Função 0012'))
  await filter.selectOptions('Todas')
  await box('Todas as ações').click()
  await expect.element(totals).toHaveTextContent(/^21 de 21 funções e 21 de 21 ações marcadas/)
  await save()
  await expect.element(proofDialog).toHaveTextContent('+21 funções')
  await expectAccessible()
})

test('works by keyboard, from the search to the checkboxes for all and to a function', async () => {
  open(many(2))
  await expect.element(search).toHaveFocus()
  await userEvent.tab()
  await expect.element(filter).toHaveFocus()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(totals).toHaveTextContent(/^2 de 2 funções e 2 de 2 ações marcadas/)
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(totals).toHaveTextContent(/^1 de 2 funções e 1 de 2 ações marcadas/)
})

test('shows Salvar and compact rows with a long name, and is as high as its content with 550 functions', async () => {
  await page.viewport(1440, 900)
  open(many(550), [], 'Perfil de nome comprido'.padEnd(200, ' e mais'))
  await expect.element(totals).toHaveTextContent('0 de 550 funções e 0 de 550 ações marcadas')
  // Less than 1, because the sticky footer can end at a fraction of a pixel.
  await expect.element(button('Salvar')).toBeInViewport({ ratio: 0.98 })
  const first = await tree.getByRole('listitem').first().findElement()
  expect(first.getBoundingClientRect().height).toBeLessThanOrEqual(42)
  // The first rows are rendered before the others.
  await expectCount(shown, 550)
  const content = document.body.firstElementChild?.getBoundingClientRect().height ?? 0
  expect(document.documentElement.scrollHeight).toBe(Math.ceil(content))
})

test('lists all functions of a save in the confirmation', async () => {
  open(many(2))
  await box('Todas as funções').click()
  await save()
  await expectTexts(
    page.getByRole('list', { name: 'O que muda' }).getByRole('list').getByRole('listitem'),
    ['Função 0001', 'Função 0002'],
  )
})
