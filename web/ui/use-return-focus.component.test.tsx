import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { useReturnFocus } from './use-return-focus.ts'

function Dialog() {
  useReturnFocus()
  return <input aria-label="Senha" />
}

/** Opens a dialog with the focus on a button of the screen. */
function open() {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  const show = (button: boolean, dialog: boolean) =>
    flushSync(() =>
      root.render(
        <>
          <main tabIndex={-1}>{button && <button type="button">Excluir</button>}</main>
          {dialog && <Dialog />}
        </>,
      ),
    )
  show(true, false)
  page.getByRole('button', { name: 'Excluir' }).element().focus()
  show(true, true)
  page.getByRole('textbox', { name: 'Senha' }).element().focus()
  return { close: (button: boolean) => show(button, false) }
}

test('a closed dialog returns the focus to the button that opened it', async () => {
  open().close(true)
  await expect.element(page.getByRole('button', { name: 'Excluir' })).toHaveFocus()
})

test('a dialog behind which the screen has changed returns the focus to the page', async () => {
  open().close(false)
  await expect.element(page.getByRole('main')).toHaveFocus()
})
