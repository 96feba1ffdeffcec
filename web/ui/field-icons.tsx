import { IconEye, IconEyeOff, IconX } from '@tabler/icons-react'

/** In the button that shows and hides a password; the button has a name, so a screen reader need not see the drawing. */
export function PasswordEye({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye
  return <Icon size={18} stroke={1.7} aria-hidden="true" />
}

/** In the button that closes a dialog or a toast; Mantine's own drawing is not hidden from screen readers. */
export const closeMark = <IconX size={18} stroke={1.7} aria-hidden="true" />
