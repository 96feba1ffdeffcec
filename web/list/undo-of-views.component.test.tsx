import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ListView } from '../../contract/list-views.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { service, serviceHandlers } from '../testing/fake-services.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import { alert, answer, button, expectGone, expectVisible, row, search } from '../testing/screen.ts'
import { undoTime } from '../ui/undo.ts'

const view = (id: number, name: string): ListView => ({
  id,
  name,
  list: '/service-list',
  query: { search: name },
  shared: false,
})

/** Fake endpoints of saved views. Deleting and undoing change `views`. */
const viewHandlers = (views: ListView[]): Handlers => ({
  listViewList: () => ({ rows: views, saves: true, shares: false }),
  listViewDelete({ params: { id } }) {
    views.splice(
      views.findIndex((each) => each.id === id),
      1,
    )
    return {}
  },
  listViewCreate({ body }) {
    const created = { ...body, id: 100 + views.length }
    views.push(created)
    return created
  },
})

/** Opens the view 12 of a list and deletes it. */
async function deleteView(views = [view(12, 'Voz')]) {
  const fake = openPortal('/service-list?search=Voz&view=12', {
    ...serviceHandlers([service({ name: 'Voz' }), service({ name: 'Fax' })]),
    ...viewHandlers(views),
  })
  await expectVisible(row('Voz'))
  await remove('Voz')
  return { fake, views }
}

async function remove(name: string) {
  await button(`Visão: ${name}`).click()
  await page.getByRole('menuitem', { name: `Excluir “${name}”` }).click()
  await expectVisible(page.getByText(`Visão “${name}” excluída.`))
}

const undo = button('Desfazer')

test('the opposite of a write is one press away, and the toast passes both checkers', async () => {
  const { views } = await deleteView()
  expect(views).toEqual([])
  await expect.element(page.getByText('Visão “Voz” excluída.')).toHaveRole('status')
  // The checkers may take longer than the toast stays open without the focus.
  undo.element().focus()
  await expectAccessible()
  await undo.click()
  await expectVisible(button('Visão: Voz'))
  await expectVisible(alert('Visão “Voz” salva de novo.'))
  expect(views).toMatchObject([{ name: 'Voz', query: { search: 'Voz' } }])
  await expectGone(undo)
})

test('a deleted view of the company is saved again as a view of the company', async () => {
  const views = [{ ...view(12, 'Voz'), shared: true }]
  openPortal('/service-list?search=Voz&view=12', {
    ...serviceHandlers([service({ name: 'Voz' })]),
    ...viewHandlers(views),
    listViewList: () => ({ rows: views, saves: true, shares: true }),
  })
  await button('Visão: Voz').click()
  await page.getByRole('menuitem', { name: 'Excluir “Voz”…' }).click()
  await answer('Deseja realmente excluir esta visão?', true)
  await expect.poll(() => views).toEqual([])
  await undo.click()
  await expectVisible(alert('Visão “Voz” salva de novo.'))
  expect(views).toMatchObject([{ name: 'Voz', query: { search: 'Voz' }, shared: true }])
})

test('Ctrl+Z undoes, but in a field it undoes the text', async () => {
  const { views } = await deleteView()
  await search.fill('Fax')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(views).toEqual([])
  await button('Visões').click()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => views).toMatchObject([{ name: 'Voz' }])
})

test('the toast closes after ten seconds without focus and pointer in it', async () => {
  await deleteView()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  undo.element().focus()
  vi.advanceTimersByTime(3 * undoTime)
  await expect.element(undo).toHaveFocus()
  button('Visões').element().focus()
  vi.advanceTimersByTime(undoTime - 1)
  await expectVisible(undo)
  await undo.hover()
  vi.advanceTimersByTime(3 * undoTime)
  await expectVisible(undo)
  await button('Visões').hover()
  vi.advanceTimersByTime(undoTime)
  await expectGone(undo)
})

test('the toast returns the focus when it is dismissed', async () => {
  await deleteView()
  button('Visões').element().focus()
  undo.element().focus()
  await button('Dispensar').click()
  await expectGone(undo)
  await expect.element(button('Visões')).toHaveFocus()
})

test('only the last write can be undone', async () => {
  const { views } = await deleteView([view(12, 'Voz'), view(13, 'Fax')])
  await button('Visões').click()
  await page.getByRole('menuitem', { name: 'Fax', exact: true }).click()
  await remove('Fax')
  await expectGone(page.getByText('Visão “Voz” excluída.'))
  await undo.click()
  await expect.poll(() => views).toMatchObject([{ name: 'Fax' }])
})

test('the toast closes when another screen opens, and a refusal is reported', async () => {
  const { fake, views } = await deleteView()
  fake.use({ listViewCreate: () => refuse('list-view-name-in-use') })
  await undo.click()
  await expectVisible(alert('Já existe uma visão com este nome.'))
  views.push(view(12, 'Voz'))
  await follow('/service-list?search=Voz&view=12')
  await remove('Voz')
  await follow('/service-form')
  await expectGone(undo)
})
