import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ListView } from '../../contract/list-views.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect, refuse, type Handlers } from '../testing/fake-api.ts'
import { service, serviceHandlers } from '../testing/fake-services.ts'
import { userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  expectCount,
  expectGone,
  expectVisible,
  questionDialog,
  rows,
} from '../testing/screen.ts'

/** Fake endpoints of saved views. Writes change `views`. */
function viewHandlers(views: ListView[], { saves = true, shares = false } = {}): Handlers {
  const get = (id: number) => views.find((view) => view.id === id) ?? refuse('list-view-not-found')
  return {
    listViewList: () => ({ rows: views, saves, shares }),
    listViewCreate({ body }) {
      if (views.some(({ name }) => name === body.name)) refuse('list-view-name-in-use')
      const created = { ...body, id: 100 + views.length }
      views.push(created)
      return created
    },
    listViewUpdate: ({ params: { id }, body }) => Object.assign(get(id), body),
    listViewDelete({ params: { id } }) {
      views.splice(views.indexOf(get(id)), 1)
      return {}
    },
  }
}

const faxView: ListView = {
  id: 12,
  name: 'Só fax',
  list: '/service-list',
  query: { search: 'Fax' },
  shared: false,
}

const open = (path: string, views: ListView[], allowed?: { saves?: boolean; shares?: boolean }) =>
  openPortal(path, {
    ...serviceHandlers([service({ name: 'Voz' }), service({ name: 'Fax', active: false })]),
    ...viewHandlers(views, allowed),
  })

const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

test('a view opens its rows, and the address names it', async () => {
  open('/service-list', [{ ...faxView }])
  await expectCount(rows, 2)
  await button('Visões').click()
  await item('Só fax').click()
  await expectCount(rows, 1)
  await expectVisible(button('Visão: Só fax'))
  expect(location.search).toBe('?search=Fax&view=12')
})

test('an address with nothing but the view opens it', async () => {
  open('/service-list?view=12', [{ ...faxView }])
  await expectCount(rows, 1)
  await expect.poll(() => new URLSearchParams(location.search).get('search')).toBe('Fax')
})

test('the conditions of a list are saved under a name, and the address names the new view', async () => {
  const views: ListView[] = []
  open('/service-list?status=0', views)
  await button('Visões').click()
  await item('Salvar esta visão…').click()
  await button('Salvar').click()
  await expectVisible(page.getByText('Informe o nome da visão.'))
  await page.getByLabelText('Nome da visão').fill('Parados')
  await expectGone(page.getByLabelText('Para todos da empresa'))
  await button('Salvar').click()
  await expectVisible(button('Visão: Parados'))
  expect(views).toMatchObject([{ name: 'Parados', query: { status: '0' }, shared: false }])
  expect(new URLSearchParams(location.search).get('view')).toBe('100')
})

test('a view of the company is changed only by users who may share views', async () => {
  open('/service-list?search=Fax&view=12', [{ ...faxView, shared: true }])
  await button('Visão: Só fax').click()
  await expectVisible(page.getByText('Visões da empresa'))
  await expectVisible(item('Salvar esta visão…'))
  await expectGone(item('Excluir “Só fax”'))
})

test('a user who only reads the list may open views and save none', async () => {
  open('/service-list', [{ ...faxView, shared: true }], { saves: false })
  await button('Visões').click()
  await expectVisible(item('Só fax'))
  await expectGone(item('Salvar esta visão…'))
})

test('the menu passes both accessibility checkers', async () => {
  open('/service-list?status=1&view=12', [{ ...faxView }, { ...faxView, id: 13, shared: true }])
  await button('Visão: Só fax (alterada)').click()
  await expectVisible(page.getByText('Visões da empresa'))
  await expectAccessible()
})

test('views that could not be read are read again from the menu', async () => {
  const fake = open('/service-list', [{ ...faxView }])
  await expectCount(rows, 2)
  fake.use({ listViewList: disconnect })
  await button('Visões').click()
  await expectVisible(item('Não foi possível ler as visões. Tentar de novo'))
  fake.use(viewHandlers([{ ...faxView }]))
  await item('Não foi possível ler as visões. Tentar de novo').click()
  await expectVisible(item('Só fax'))
})

test('the opened view is updated with the conditions of the list once they differ', async () => {
  const views = [{ ...faxView }]
  open('/service-list?search=Fax&view=12', views)
  await button('Visão: Só fax').click()
  await expectVisible(item('Excluir “Só fax”'))
  await expectGone(item('Atualizar “Só fax”'))
  await userEvent.keyboard('{Escape}')
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('Inativo')
  await button('Visão: Só fax (alterada)').click()
  await item('Atualizar “Só fax”').click()
  await expect.poll(() => views[0]?.query).toEqual({ search: 'Fax', status: '0' })
  await expectVisible(button('Visão: Só fax'))
})

test('an own view is deleted at once, and the list keeps its conditions', async () => {
  const views = [{ ...faxView }]
  open('/service-list?search=Fax&view=12', views)
  await button('Visão: Só fax').click()
  await item('Excluir “Só fax”').click()
  await expectVisible(button('Visões'))
  expect(views).toEqual([])
  expect(location.search).toBe('?search=Fax')
})

test('a view of the company is deleted only after a question', async () => {
  const views = [{ ...faxView, shared: true }]
  open('/service-list?search=Fax&view=12', views, { shares: true })
  const question = questionDialog('Deseja realmente excluir esta visão?')
  await button('Visão: Só fax').click()
  await item('Excluir “Só fax”…').click()
  await expectVisible(question.getByText('Visão: Só fax'))
  await question.getByRole('button', { name: 'Não' }).click()
  await expect.element(button('Visão: Só fax')).toHaveFocus()
  expect(views).toHaveLength(1)
  await button('Visão: Só fax').click()
  await item('Excluir “Só fax”…').click()
  await question.getByRole('button', { name: 'Sim' }).click()
  await expectVisible(button('Visões'))
  expect(views).toEqual([])
})

test('a view is closed when the search and the filters are cleared', async () => {
  open('/service-list?search=Outro&status=0&view=12', [{ ...faxView }])
  await expectVisible(button('Visão: Só fax (alterada)'))
  await button('Limpar busca e filtros').click()
  await expectVisible(button('Visões'))
  expect(location.search).toBe('')
})

test('a view of the users is closed when the filters are cleared', async () => {
  const ana = { ...faxView, name: 'Só Ana', list: '/user-list' as const, query: { name: 'Ana' } }
  openPortal('/user-list?name=Ana&view=12', { ...userHandlers([], []), ...viewHandlers([ana]) })
  await expectVisible(button('Visão: Só Ana'))
  await button('Limpar').click()
  await expectVisible(button('Visões'))
  expect(location.search).toBe('')
})
