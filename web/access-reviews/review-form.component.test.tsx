import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { stateOfItem, type ReviewItem } from '../../contract/access-reviews.ts'
import { refuse } from '../testing/fake-api.ts'
import { listPage } from '../testing/fake-list.ts'
import { openPortal } from '../testing/portal.tsx'
import { confirmIdentity, expectVisible, toast } from '../testing/screen.ts'

const item = (id: number, name: string): ReviewItem => ({
  id,
  user: { id: 100 + id, name, email: `pessoa${id}@alfa.example` },
  company: { id: 21, name: 'Operadora Alfa' },
  module: { id: 31, name: 'Disputas' },
  profile: { id: 41, name: 'Analista' },
  spid: null,
  created_at: '2026-03-12T12:00:00.000Z',
  granted_by: 'Bia Reis',
  reason: null,
  end_date: null,
  decision: null,
  end_day: null,
  decided_by: null,
  outcome: null,
  can_decide: true,
})

/** Opens a review with these items on a fake server that stores decisions. Returns what was sent. */
function open(items: ReviewItem[], refuses = false) {
  const noted: object[][] = []
  const confirmed: object[][] = []
  const count = (state: string) => items.filter((each) => stateOfItem(each) === state).length
  openPortal('/review-form?id=5', {
    accessReviewGet: () => ({
      id: 5,
      name: 'Revisão anual',
      state: 'open',
      begin_at: '2026-11-01T12:00:00.000Z',
      deadline: '2090-12-01T02:59:59.999Z',
      repeat_months: null,
      undecided: count('undecided'),
      unconfirmed: count('unconfirmed'),
      total: items.length,
      companies: [],
      modules: [],
      profiles: [],
      reviewers: 'masters',
      can_decide: true,
      outcomes: {},
    }),
    accessReviewItems: ({ query: { state, ...query } }) =>
      listPage(
        items
          .filter((each) => state === undefined || stateOfItem(each) === state)
          .map((each) => ({ ...each, name: each.user.name })),
        query,
      ),
    accessReviewDecide({ body }) {
      if (refuses) refuse('access-review-item-settled')
      noted.push(body.items)
      for (const { id, decision, end_day } of body.items) {
        const found = items.find((each) => each.id === id)
        if (found) Object.assign(found, { decision, end_day: end_day ?? null })
      }
      return { decided: body.items.length }
    },
    accessReviewConfirm({ body }) {
      confirmed.push(body.items)
      for (const { id } of body.items) {
        const found = items.find((each) => each.id === id)
        if (found) found.outcome = 'kept'
      }
      return { kept: 1, shortened: 1, removed: 1 }
    },
  })
  return { noted, confirmed }
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const keep = (name: string) => row(name).getByRole('button', { name: 'Manter' })

test('one key per row notes a decision, and one confirmation covers all of them', async () => {
  const { noted, confirmed } = open([item(1, 'Ana Lima'), item(2, 'Beto Reis'), item(3, 'Caio Sá')])
  await keep('Ana Lima').click()
  await expect.element(keep('Beto Reis')).toHaveFocus()
  await userEvent.keyboard('r')
  await expect.element(keep('Caio Sá')).toHaveFocus()
  await userEvent.keyboard('e')
  await expect.element(row('Ana Lima')).toHaveTextContent('a manter')
  await expect.element(row('Beto Reis')).toHaveTextContent('a retirar')
  await expect.element(row('Caio Sá')).toHaveTextContent('a encurtar até')
  await expect
    .poll(() => noted.flat())
    .toEqual([
      { id: 1, decision: 'keep' },
      { id: 2, decision: 'remove' },
      { id: 3, decision: 'shorten', end_day: expect.stringMatching(/^\d{4}-/) },
    ])
  await page.getByRole('button', { name: 'Confirmar 3 decisões' }).click()
  await expectVisible(page.getByText('Manter 1, encurtar 1, retirar 1.'))
  await confirmIdentity()
  await expectVisible(toast('Decisões confirmadas com sucesso!'))
  expect(confirmed.flat()).toHaveLength(3)
})

test('rows that the user cannot decide are skipped', async () => {
  open([
    item(1, 'Ana Lima'),
    { ...item(2, 'Beto Reis'), can_decide: false },
    item(3, 'Caio Sá'),
    item(4, 'Davi Reis'),
  ])
  await keep('Ana Lima').click()
  await expect.element(keep('Caio Sá')).toHaveFocus()
  await userEvent.keyboard('m')
  await expect.element(keep('Davi Reis')).toHaveFocus()
})

test('an access that ends earlier is not shortened with all others', async () => {
  const { noted } = open([
    { ...item(1, 'Ana Lima'), end_date: '2026-01-02T02:59:59.999Z' },
    item(2, 'Beto Reis'),
  ])
  await page.getByRole('button', { name: 'Decidir todos da busca' }).click()
  await page.getByRole('menuitem', { name: 'Encurtar os que estão sem decisão' }).click()
  await expect.poll(() => noted.flat()).toMatchObject([{ id: 2, decision: 'shorten' }])
})

test('letters typed in the search decide nothing', async () => {
  const { noted } = open([item(1, 'Ana Lima')])
  await page.getByRole('searchbox', { name: 'Buscar acesso' }).fill('mer')
  await expect.element(row('Ana Lima')).not.toHaveTextContent('a manter')
  expect(noted).toEqual([])
})

test('a refused decision is taken back', async () => {
  open([item(1, 'Ana Lima'), item(2, 'Beto Reis')], true)
  await keep('Ana Lima').click()
  await expectVisible(toast('Erro ao anotar a decisão'))
  await expect.element(row('Ana Lima')).not.toHaveTextContent('a manter')
})

test('all rows of a search are decided at once', async () => {
  const { noted } = open(Array.from({ length: 60 }, (_, n) => item(n + 1, `Pessoa ${n + 1}`)))
  await page.getByRole('button', { name: 'Decidir todos da busca' }).click()
  await page.getByRole('menuitem', { name: 'Manter os que estão sem decisão' }).click()
  await expect.poll(() => noted.flat()).toHaveLength(60)
  await expectVisible(page.getByRole('button', { name: 'Confirmar 60 decisões' }))
})
