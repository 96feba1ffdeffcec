import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { company } from '../testing/fake-companies.ts'
import { user, userHandlers, type FakeUser } from '../testing/fake-users.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  answer,
  button,
  confirmIdentity,
  expectGone,
  expectMoreActs,
  expectPath,
  expectTexts,
  expectToFit,
  expectVisible,
  field,
  focus,
  heading,
  place,
  save,
  tabs,
  toast,
} from '../testing/screen.ts'

const alfa = company({ id: 21, name: 'Operadora Alfa' })
const facts = page.getByRole('region', { name: 'Dados' })
const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const tab = (name: string) => tabs.filter({ hasText: name })

const jussara = (values: Partial<FakeUser> = {}): FakeUser =>
  user({ id: 71, name: 'Jussara Lima', code: 'X9', companies: [alfa], ...values })

const open = (stored: FakeUser, path = '/user-edit?id=71&tab=summary') =>
  openPortal(path, {
    ...userHandlers([stored], [alfa]),
    auditList: () => ({ rows: [], names: {}, older: null, newer: null }),
  })

test('the name in a list leads to the facts, and Editar to the specified form and back', async () => {
  const stored = jussara()
  open(stored, '/user-list')
  await link('Jussara Lima').click()
  await expectVisible(heading('Edição de usuário'))
  expect(place()).toEqual({ id: '71', tab: 'summary' })
  for (const text of ['Jussara Lima', '+5541955550100', 'X9', 'Operadora Alfa', 'Ativo'])
    await expect.element(facts).toHaveTextContent(text)
  await expectGone(field('Nome'))
  await link('Editar').click()
  await expect.element(field('Nome')).toHaveFocus()
  expect(place()).toEqual({ id: '71' })
  await expectGone(link('Editar'))
  await field('Nome').fill('Jussara de Sá')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Usuário atualizado com sucesso!'))
  await expect.poll(place).toEqual({ id: '71', tab: 'summary' })
  await expect.element(facts).toHaveTextContent('Jussara de Sá')
  await expect.element(tab('Resumo')).toHaveFocus()
})

test('the specified address opens the form, which cancels to the list', async () => {
  open(jussara(), '/user-edit?id=71')
  await expect.element(field('Nome')).toHaveValue('Jussara Lima')
  await button('Voltar').click()
  await expectPath('/user-list')
})

test('tabs are links that mark the current part, also an unknown one', async () => {
  open(jussara())
  await expectTexts(tabs, ['Resumo', 'Acessos', 'Segurança', 'Histórico'])
  await expect.element(tab('Resumo')).toHaveAttribute('aria-current', 'page')
  await focus(tab('Segurança'))
  await userEvent.keyboard('{Enter}')
  await expectVisible(page.getByRole('region', { name: 'Sessões ativas' }))
  expect(place()).toEqual({ id: '71', tab: 'security' })
  await expect.element(tab('Segurança')).toHaveAttribute('aria-current', 'page')
  await expect.element(tab('Resumo')).not.toHaveAttribute('aria-current')
  await expect.element(tab('Segurança')).toHaveFocus()
  await tab('Histórico').click()
  await expectVisible(page.getByText('Este registro ainda não tem eventos na auditoria.'))
  await expect
    .element(link('Ver na Auditoria'))
    .toHaveAttribute('href', '/audit-list?record=user%3A71')
  await follow('/user-edit?id=71&tab=nada')
  await expectVisible(field('Nome'))
  await expect.element(tab('Resumo')).toHaveAttribute('aria-current', 'page')
})

test('another tab is opened only after a question if something typed would be lost', async () => {
  open(jussara(), '/user-edit?id=71')
  await field('Nome').fill('Jussara de Sá')
  await tab('Segurança').click()
  await answer('Há alterações não salvas. Deseja sair sem salvar?', false)
  await expect.element(field('Nome')).toHaveValue('Jussara de Sá')
  await tab('Segurança').click()
  await answer('Há alterações não salvas. Deseja sair sem salvar?', true)
  await expectVisible(page.getByRole('region', { name: 'Sessões ativas' }))
  await tab('Resumo').click()
  await link('Editar').click()
  await expect.element(field('Nome')).toHaveValue('Jussara Lima')
})

test('on a telephone a record has two acts and a menu in one row, and everything fits', async () => {
  await page.viewport(360, 740)
  open(jussara({ name: 'Jussara '.repeat(24).trim() }))
  await expectVisible(link('Editar'))
  const top = (of: HTMLElement | SVGElement) => of.getBoundingClientRect().top
  const [edit, profiles, more] = await Promise.all([
    link('Editar').findElement(),
    link('Perfis').findElement(),
    button('Mais ações').findElement(),
  ])
  expect([top(profiles), top(more)]).toEqual([top(edit), top(edit)])
  await expectMoreActs(['Tokens', 'Resetar senha', 'Bloquear usuário', 'Excluir usuário'])
  for (const name of ['Resumo', 'Acessos', 'Segurança', 'Histórico']) {
    await tab(name).click()
    await expect.element(tab(name)).toHaveAttribute('aria-current', 'page')
    await expectToFit(360)
  }
})
