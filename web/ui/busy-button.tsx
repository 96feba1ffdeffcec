import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'

interface BusyButtonProps {
  children: ReactNode
  /** The action is running; clicks are ignored. */
  busy: boolean
  onPress: () => void
}

/**
 * A button that shows a loader while it is busy. It uses `aria-disabled`, because a disabled button would lose the
 * focus.
 */
export function BusyButton({ children, busy, onPress }: BusyButtonProps) {
  return (
    <Button
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onPress}
      leftSection={busy && <Loader size={16} color="currentColor" aria-hidden="true" />}
    >
      {children}
    </Button>
  )
}
