import { UnstyledButton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import classes from './pager.module.css'

interface PagerStepProps {
  label: string
  icon: Icon
  /** Absent where it leads nowhere. */
  onPress: (() => void) | undefined
}

/** Stays reachable where it leads nowhere: the focus of whoever pressed it would be lost with it. */
export function PagerStep({ label, icon: Icon, onPress }: PagerStepProps) {
  return (
    <UnstyledButton
      className={classes['page'] ?? ''}
      aria-label={label}
      aria-disabled={onPress === undefined || undefined}
      onClick={onPress}
    >
      <Icon size={16} stroke={1.8} aria-hidden="true" />
    </UnstyledButton>
  )
}
