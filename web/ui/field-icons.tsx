import { IconEye, IconEyeOff, IconX } from '@tabler/icons-react'

/** Icon of the button that shows or hides a password. Hidden from screen readers, because the button has a name. */
export function PasswordEye({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye
  return <Icon size={18} stroke={1.7} aria-hidden="true" />
}

/** Icon of the close button of a dialog or toast. Mantine's own icon is not hidden from screen readers. */
export const closeMark = <IconX size={18} stroke={1.7} aria-hidden="true" />
