import { Button, Modal } from '@mantine/core'

interface BlockedWindowModalProps {
  blocked: { name: string; address: string } | null
  onClose: () => void
}

/** For browsers that let no window open by itself: the same way as a link. */
export function BlockedWindowModal({ blocked, onClose }: BlockedWindowModalProps) {
  return (
    <Modal opened={blocked !== null} onClose={onClose} title="O navegador bloqueou a nova janela">
      <p>Use o botão abaixo em até 1 minuto para abrir o módulo {blocked?.name}.</p>
      <Button
        component="a"
        href={blocked?.address}
        target="_blank"
        rel="noopener noreferrer"
        fullWidth
        onClick={onClose}
      >
        Abrir o módulo
      </Button>
    </Modal>
  )
}
