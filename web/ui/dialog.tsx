import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import classes from './dialog.module.css'

/** Where somebody goes on who has only a keyboard; links stand below what is to be read first. */
const stops =
  ':is(input, select, textarea, button):not([type="hidden"], :disabled, [tabindex="-1"])'

/**
 * A modal that begins with its own content: the focus goes to what says `data-autofocus`, else to the first field or
 * button, else to the start of the text. Left alone, the library gives it to 'Fechar', which comes first in the header.
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
  // Before the library looks for it, which it does once the dialog stands.
  useLayoutEffect(() => {
    const { current } = content
    if (!current || current.querySelector('[data-autofocus]')) return
    const first = current.querySelector(stops) ?? current
    first.setAttribute('data-autofocus', 'true')
  }, [])
  return (
    <div ref={content} tabIndex={-1} className={classes['content']}>
      {children}
    </div>
  )
}
