import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api } from '../../contract/api.ts'
import { recordKinds, screenKinds } from '../../contract/record-kinds.ts'
import type { Handlers } from '../testing/fake-api.ts'
import { company } from '../testing/fake-companies.ts'
import { emptyPage, listPage } from '../testing/fake-list.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import { button, expectGone, expectPath, expectVisible, place } from '../testing/screen.ts'
import { administrator, viewer } from '../testing/signed-in.ts'

const palette = page.getByRole('dialog', { name: 'Busca rápida' })
const box = palette.getByRole('combobox')
const option = (name: string | RegExp) => palette.getByRole('option', { name })

const emptyLists: Handlers = Object.fromEntries(
  screenKinds
    .map((kind) => recordKinds[kind].read.replace(/Get$/, 'List'))
    .filter((operation) => Object.hasOwn(api, operation))
    .map((operation) => [operation, emptyPage]),
)
const alfa = company({ id: 11, name: 'Alfa Telecom' })
const beta = company({ id: 21, name: 'Beta Fibra' })
const ana = user({ id: 71, name: 'Ana Souza', email: 'ana@alfa.example', companies: [beta, alfa] })
const disputes = {
  id: 31,
  name: 'Disputas',
  url: null,
  protocol: 'https://' as const,
  service_id: 41,
  is_enable_spid: false,
  status: 1 as const,
  Service: { id: 41, name: 'Voz' },
  secret_generated: false,
  logo: null,
  created_at: '2024-05-06T12:00:00.000Z',
  updated_at: '2024-05-06T12:00:00.000Z',
  version: 1,
}
const pending = () => new Promise<never>(() => undefined)
const person = { id: 71, name: ana.name, email: ana.email, status: 1 as const, suspended: false }
const handlers: Handlers = {
  ...emptyLists,
  ...userHandlers([ana], [alfa, beta]),
  moduleList: ({ query }) => listPage([disputes], query),
  userSearch: ({ body: { filters, pagination } }) => {
    const users = filters.search === 'ana' ? [{ ...ana, status: 2 as const, invited: false }] : []
    return { users, pagination: { ...pagination, totalRecords: 1, totalPage: 1, more: false } }
  },
  userProfileGet: () => ({ user: person, user_profiles: [] }),
  userProfileWhy: pending,
  homeGet: pending,
  userInitialPermissions: () => ({ companies: [] }),
}

async function type(text: string): Promise<void> {
  await expectVisible(button('Buscar'))
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
  await box.fill(text)
}

test("'por que ana disputas' opens 'Por quê?' filled in with the module and the own company", async () => {
  const asked: object[] = []
  const fake = openPortal('/status', handlers)
  fake.use({
    userProfileWhy({ query }) {
      asked.push(query)
      return pending()
    },
  })
  await type('por que ana disputas')
  await expectVisible(option(/^Por quê\? Ana Souza · Disputas - Voz/))
  await userEvent.keyboard('{Enter}')
  await expectPath('/user-edit')
  expect(place()).toEqual({ id: '71', tab: 'access' })
  await expect.poll(() => asked).toEqual([{ company_id: 11, module_id: 31 }])
})

test("'bloquear ana' opens the question of her record, once", async () => {
  openPortal('/status', handlers)
  await type('bloquear ana')
  await expectVisible(option(/^Bloquear Ana Souza/))
  await userEvent.keyboard('{Enter}')
  const question = page.getByRole('dialog', {
    name: 'Deseja mesmo bloquear o usuário selecionado?',
  })
  await expectVisible(question)
  await expectPath('/user-edit')
  expect(place()).toEqual({ id: '71', tab: 'summary' })
  await question.getByRole('button', { name: 'Não' }).click()
  await expectGone(question)
})

test("'importar usuários' opens the import", async () => {
  openPortal('/status', { ...handlers, importRowList: emptyPage, importList: pending })
  await type('importar usuarios')
  await expectVisible(option('Importar usuários'))
  await userEvent.keyboard('{Enter}')
  await expectPath('/user-import')
})

test('acts that the user may not do are not offered', async () => {
  openPortal('/status', handlers, {
    ...viewer(['/user-list', '/user-edit']),
    company_id: administrator.company_id,
  })
  await type('bloquear ana')
  await expect
    .element(palette.getByRole('status'))
    .toHaveTextContent('Nada encontrado para “bloquear ana”.')
  await box.fill('importar usuarios')
  await expect
    .element(palette.getByRole('status'))
    .toHaveTextContent('Nada encontrado para “importar usuarios”.')
})
