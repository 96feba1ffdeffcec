import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api } from '../../contract/api.ts'
import { recordKinds, screenKinds } from '../../contract/record-kinds.ts'
import type { Handlers } from '../testing/fake-api.ts'
import { company } from '../testing/fake-companies.ts'
import { emptyPage, listPage } from '../testing/fake-list.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import { button, expectPath, expectTexts, expectVisible, place } from '../testing/screen.ts'

const palette = page.getByRole('dialog', { name: 'Busca rápida' })
const box = palette.getByRole('combobox')
const found = palette.getByRole('option')
const marked = palette.getByRole('option', { selected: true })
const groups = palette.getByRole('group')

const emptyLists: Handlers = Object.fromEntries(
  screenKinds
    .map((kind) => recordKinds[kind].read.replace(/Get$/, 'List'))
    .filter((operation) => Object.hasOwn(api, operation))
    .map((operation) => [operation, emptyPage]),
)
const ana = user({ id: 71, name: 'Ana Souza', email: 'ana@alfa.example' })
const bia = user({ id: 72, name: 'Bia Reis', email: 'bia@banana.example' })
const handlers: Handlers = {
  ...emptyLists,
  ...userHandlers([ana, bia]),
  userGet: () => new Promise<never>(() => undefined),
  companyList: ({ query }) => listPage([company({ id: 21, name: 'Bananal Fibra' })], query),
  homeGet: () => new Promise<never>(() => undefined),
  userInitialPermissions: () => ({ companies: [] }),
}

async function open(): Promise<void> {
  await expectVisible(button('Buscar'))
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
}

/** Labels of the groups, in display order. */
const expectGroups = (names: readonly string[]) =>
  expect
    .poll(() => groups.elements().map((group) => group.getAttribute('aria-label')))
    .toEqual(names)

test('people found by name come first, and people found by e-mail after screens', async () => {
  const fake = openPortal('/home', handlers)
  fake.use({
    userSearch: ({ body: { filters, pagination, ranked } }) => {
      expect(ranked).toBe(true)
      const named = filters.search === 'ana'
      return {
        users: [
          {
            ...(named ? ana : bia),
            status: 2 as const,
            invited: false,
          },
        ],
        pagination: { ...pagination, totalRecords: 1, totalPage: 1, more: false },
      }
    },
  })
  await open()
  await box.fill('ana')
  await expectTexts(marked, ['Ana Souzaana@alfa.example'])
  await expectGroups(['Usuários', 'Empresas'])
  await box.fill('banana')
  await expectTexts(found, ['Bananal Fibra12.ABC.345/01DE-35', 'Bia Reisbia@banana.example'])
  await box.fill('ana')
  await expectTexts(marked, ['Ana Souzaana@alfa.example'])
  await userEvent.keyboard('{Enter}')
  await expectPath('/user-edit')
  expect(place()).toEqual({ id: '71', tab: 'summary' })
})

test('the line chosen by the arrow keys stays chosen when people arrive above it', async () => {
  const fake = openPortal('/home', handlers)
  const arrival = Promise.withResolvers<void>()
  fake.use({
    userSearch: async ({ body: { pagination } }) => {
      await arrival.promise
      return {
        users: [{ ...ana, name: 'Ana Aparencia', status: 2 as const, invited: false }],
        pagination: { ...pagination, totalRecords: 1, totalPage: 1, more: false },
      }
    },
  })
  await open()
  await box.fill('aparencia')
  await userEvent.keyboard('{ArrowDown}')
  await expectTexts(marked, ['Aparência: EscuraTema escuro'])
  arrival.resolve()
  await expectVisible(palette.getByRole('option', { name: 'Ana Aparencia' }))
  await expectTexts(marked, ['Aparência: EscuraTema escuro'])
})

test('results of an earlier text are shown only if they match the new one', async () => {
  const fake = openPortal('/home', handlers)
  fake.use({
    userSearch: ({ body: { filters, pagination } }) =>
      filters.search === 'an'
        ? {
            users: [ana, { ...bia, name: 'Bia Antunes', email: 'bia@alfa.example' }].map(
              (each) => ({
                ...each,
                status: 2 as const,
                invited: false,
              }),
            ),
            pagination: { ...pagination, totalRecords: 2, totalPage: 1, more: false },
          }
        : new Promise<never>(() => undefined),
  })
  await open()
  await box.fill('an')
  await expectVisible(palette.getByRole('option', { name: 'Bia Antunes' }))
  await box.fill('ana s')
  await expectTexts(found, ['Ana Souzaana@alfa.example'])
})
