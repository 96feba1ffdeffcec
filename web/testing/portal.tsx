/** Opens the portal's screens in a component test, with a fake server. */
import '../ui/mantine.css'
import '../ui/theme.css'
import '../ui/mantine-rest.css'
import { onlineManager } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { App, createQueryClient, prepareDocument } from '../app.tsx'
import { history } from '../routes/history.ts'
import { createPortalRouter } from '../routes/router.tsx'
import { notify } from '../ui/notify.ts'
import { openUndo } from '../ui/undo.ts'
import { Toasts } from '../ui/toasts.tsx'
import { startFakeApi, type FakeApi, type Handlers } from './fake-api.ts'
import { administrator, sessionHandlers, storeSession } from './signed-in.ts'

prepareDocument()

/**
 * Opens a screen as an administrator, or as another user. `handlers` are the responses of the fake server, besides
 * those about the session.
 */
export function openPortal(path: string, handlers: Handlers, userData = administrator): FakeApi {
  storeSession(userData)
  return open(path, handlers, userData)
}

/** Opens a screen without a session. A sign-in is that of this user; by default an administrator. */
export const openSignedOut = open

function open(path: string, handlers: Handlers, userData = administrator): FakeApi {
  const fake = startFakeApi({ ...sessionHandlers(userData), ...handlers })
  history.push(path)
  show()
  onTestFinished(async () => {
    await closeDialogs()
    root?.unmount()
    root = undefined
    notify.clear()
    openUndo.set(null)
    localStorage.clear()
    sessionStorage.clear()
    fake.stop()
    onlineManager.setOnline(true)
    await page.viewport(1280, 720)
    expect(fake.faults).toEqual([])
  })
  return fake
}

/** Closes open dialogs, whose content is kept outside of the rendered screen. */
async function closeDialogs(): Promise<void> {
  while (document.querySelector('[role="dialog"]')) {
    const count = document.querySelectorAll('[role="dialog"]').length
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelectorAll('[role="dialog"]').length).toBeLessThan(count)
  }
}

/** Renders the current URL again, like a reload of the page. */
export function reopen(): void {
  show()
}

/**
 * Navigates like a link, without reloading the page, and waits until the previous screen is removed. Removes the toasts
 * and discards unsaved input.
 */
export async function follow(path: string): Promise<void> {
  notify.clear()
  history.push('/status', {}, { ignoreBlocker: true })
  await expect.element(page.getByRole('heading', { name: 'Sua sessão' })).toBeVisible()
  history.push(path)
  await expect.element(page.getByRole('heading', { name: 'Sua sessão' })).not.toBeInTheDocument()
}

let root: Root | undefined

/** Renders the portal in place of the previous one, whose dialogs would otherwise stay. */
function show(): void {
  root?.unmount()
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
  root.render(
    <App
      routerKey={0}
      router={createPortalRouter(history)}
      queryClient={createQueryClient()}
      toasts={<Toasts />}
    />,
  )
}
