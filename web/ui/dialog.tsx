import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import classes from './dialog.module.css'

/**
 * Elements that may get the initial focus. Links are excluded, because they come after text that users must read first.
 */
const focusable =
  ':is(input, select, textarea, button):not([type="hidden"], :disabled, [tabindex="-1"])'

/**
 * A modal that focuses its content when it opens: the element with `data-autofocus`, otherwise the first field or
 * button, otherwise the text itself. Mantine would focus 'Fechar', the first button of the header.
 */
export function Dialog({ children, ...modal }: ModalProps) {
  return (
    <Modal {...modal}>
      <DialogContent>{children}</DialogContent>
    </Modal>
  )
}

function DialogContent({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  // This is a layout effect, because Mantine looks for `data-autofocus` as soon as the dialog is mounted.
  useLayoutEffect(() => {
    const { current } = content
    if (!current || current.querySelector('[data-autofocus]')) return
    const first = current.querySelector(focusable) ?? current
    first.setAttribute('data-autofocus', 'true')
  }, [])
  return (
    <div ref={content} tabIndex={-1} className={classes['content']}>
      {children}
    </div>
  )
}
