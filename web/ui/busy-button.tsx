import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'

interface BusyButtonProps {
  children: ReactNode
  /** Whether what it does is under way; a press does nothing then. */
  busy: boolean
  onPress: () => void
}

/** A button that stays where it is while it is busy, with the focus, which one that is switched off would lose. */
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
