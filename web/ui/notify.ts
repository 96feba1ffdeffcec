import { notifications } from '@mantine/notifications'

/** Milliseconds that a message stays, and stays again after the pointer has left it (portal.md §9). */
export const toastTimeout = 5000
const extendedTimeout = 1000
let count = 0

function show(color: string, message: string, title?: string): void {
  count += 1
  const id = `toast-${count}`
  const toast = { id, title, message, color, autoClose: toastTimeout }
  notifications.show({
    ...toast,
    closeButtonProps: { 'aria-label': 'Fechar aviso' },
    // A message that the pointer touches has been seen: from then on it leaves one second after the pointer does.
    onMouseEnter: () => notifications.update({ ...toast, autoClose: extendedTimeout }),
  })
}

/** The one way to tell a person something in a toast (portal.md §9). */
export const notify = {
  success: (message: string): void => show('teal', message),
  info: (message: string): void => show('petrol', message),
  warning: (message: string): void => show('yellow', message),
  error: (message: string): void => show('red', message),
  /** Takes away what was told of an earlier try, when the next one begins. */
  clear: (): void => notifications.clean(),
}

/** The same with a title above, as the screens of plans tell what went wrong (console.md §8). */
export const notifyTitled = {
  warning: (message: string): void => show('yellow', message, 'Atenção'),
  error: (message: string): void => show('red', message, 'Erro'),
}
