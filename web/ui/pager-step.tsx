import { UnstyledButton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import classes from './pager.module.css'

interface PagerStepProps {
  label: string
  icon: Icon
  /** Absent if there is no such page. */
  onPress: (() => void) | undefined
}

/**
 * Previous/next button. It uses `aria-disabled` instead of `disabled`, so that it keeps the focus at the first and last
 * page.
 */
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
