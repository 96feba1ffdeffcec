import { notifications } from '@mantine/notifications'

/** Milliseconds that a toast stays (portal.md §9), and that it stays after the pointer has left it. */
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
    // A toast that the pointer has touched has been seen, so it closes one second after the pointer leaves.
    onMouseEnter: () => notifications.update({ ...toast, autoClose: extendedTimeout }),
  })
}

/** Shows toasts (portal.md §9). */
export const notify = {
  success: (message: string): void => show('teal', message),
  info: (message: string): void => show('petrol', message),
  warning: (message: string): void => show('yellow', message),
  error: (message: string): void => show('red', message),
  /** Removes all toasts, such as the messages of a previous attempt. */
  clear: (): void => notifications.clean(),
}

/** Toasts with a title, as the plan screens show errors (console.md §8). */
export const notifyTitled = {
  warning: (message: string): void => show('yellow', message, 'Atenção'),
  error: (message: string): void => show('red', message, 'Erro'),
}
