import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { MantineProvider } from '@mantine/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { theme } from './theme.ts'
import { offerUndo, openUndo, undoTime } from './undo.ts'
import { UndoToast } from './undo-toast.tsx'

let root: ReturnType<typeof createRoot>
const container = document.createElement('div')

/** Renders the toast on a screen, with a button beside it. */
const show = (place: string, signedIn = true) =>
  flushSync(() =>
    root.render(
      <MantineProvider theme={theme}>
        <main tabIndex={-1}>
          <button type="button">Fora</button>
        </main>
        <UndoToast signedIn={signedIn} place={place} />
      </MantineProvider>,
    ),
  )

const toast = page.getByRole('region', { name: 'Desfazer a última ação' })
const outside = page.getByRole('button', { name: 'Fora' })
const undo = toast.getByRole('button', { name: 'Desfazer' })
const offer = (leadsTo?: string) =>
  flushSync(() => offerUndo({ message: 'Visão excluída.', undo: () => Promise.resolve(), leadsTo }))
/** Whether the toast is open. Reads the page at once, since the fake timers do not advance while a locator waits. */
const isOpen = () => toast.query() !== null
const pass = (milliseconds: number) => flushSync(() => vi.advanceTimersByTime(milliseconds))

// The timers are fake before the toast is rendered, so that no real timer can close it or keep it open.
beforeEach(async () => {
  document.body.append(container)
  root = createRoot(container)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  show('/service-list')
  await outside.hover()
})
afterEach(() => {
  openUndo.set(null)
  root.unmount()
  vi.useRealTimers()
})

test('closes after ten seconds', () => {
  offer()
  pass(undoTime - 1)
  expect(isOpen()).toBe(true)
  pass(1)
  expect(isOpen()).toBe(false)
  expect(undoTime).toBe(10_000)
})

test('stays while the pointer is on it, and then for ten seconds', async () => {
  offer()
  pass(undoTime - 1)
  await undo.hover()
  pass(3 * undoTime)
  expect(isOpen()).toBe(true)
  await outside.hover()
  pass(undoTime - 1)
  expect(isOpen()).toBe(true)
  pass(1)
  expect(isOpen()).toBe(false)
})

test('stays while the focus is in it, and then for ten seconds', () => {
  offer()
  pass(undoTime - 1)
  flushSync(() => (undo.element() as HTMLElement).focus())
  pass(3 * undoTime)
  expect(isOpen()).toBe(true)
  flushSync(() => (outside.element() as HTMLElement).focus())
  pass(undoTime - 1)
  expect(isOpen()).toBe(true)
  pass(1)
  expect(isOpen()).toBe(false)
})

test('stays while the pointer has left it but the focus is in it', async () => {
  offer()
  await undo.hover()
  await userEvent.keyboard('{Tab}')
  flushSync(() => (undo.element() as HTMLElement).focus())
  await outside.hover()
  pass(3 * undoTime)
  expect(isOpen()).toBe(true)
})

test('a new offer has its own ten seconds', () => {
  offer()
  pass(undoTime - 1)
  offer()
  pass(undoTime - 1)
  expect(isOpen()).toBe(true)
  pass(1)
  expect(isOpen()).toBe(false)
})

test.each([
  ['another screen', '/user-list'],
  ['another record', '/service-list?id=2'],
])('closes when %s opens', (_, place) => {
  offer()
  show(place)
  expect(isOpen()).toBe(false)
})

test('stays on the screen to which the write leads, and closes on the next one', () => {
  show('/profile-form?id=1')
  offer('/profile-list')
  show('/profile-list')
  expect(isOpen()).toBe(true)
  show('/user-list')
  expect(isOpen()).toBe(false)
})

test.each(['Desfazer', 'Dispensar'])(
  'after %s the page gets the focus if the element that had it was removed',
  async (name) => {
    const gone = document.createElement('button')
    container.append(gone)
    gone.focus()
    offer()
    const pressed = toast.getByRole('button', { name })
    flushSync(() => (pressed.element() as HTMLElement).focus())
    gone.remove()
    flushSync(() => (pressed.element() as HTMLElement).click())
    expect(isOpen()).toBe(false)
    await expect.element(page.getByRole('main')).toHaveFocus()
  },
)

test('closes on sign-out', () => {
  offer()
  show('/service-list', false)
  expect(isOpen()).toBe(false)
})

test('Escape closes the toast only if it has the focus', async () => {
  offer()
  flushSync(() => (outside.element() as HTMLElement).focus())
  await userEvent.keyboard('{Escape}')
  expect(isOpen()).toBe(true)
  flushSync(() => (undo.element() as HTMLElement).focus())
  await userEvent.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(outside.element())
})
