import { Button } from '@mantine/core'
import { fullStop } from '../../contract/full-stop.ts'
import { Dialog } from '../ui/dialog.tsx'

interface BlockedWindowModalProps {
  name: string
  address: string
  onClose: () => void
}

/** Shown when the browser blocked the window of a module: offers the same URL as a link. */
export function BlockedWindowModal({ name, address, onClose }: BlockedWindowModalProps) {
  return (
    <Dialog opened onClose={onClose} title="O navegador bloqueou a nova janela">
      <p>{fullStop(`Use o botão abaixo em até 1 minuto para abrir o módulo ${name}`)}</p>
      <Button
        component="a"
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        fullWidth
        data-autofocus
        // Deferred until the browser has followed the link, which unmounts with the modal.
        onClick={() => setTimeout(onClose)}
      >
        Abrir o módulo
      </Button>
    </Dialog>
  )
}
