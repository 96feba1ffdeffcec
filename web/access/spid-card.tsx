import { UnstyledButton } from '@mantine/core'
import type { SpidChoice } from '../../contract/access.ts'
import type { ArrowStop } from '../ui/arrow-keys.ts'
import classes from './spid-card.module.css'

interface SpidCardProps {
  choice: SpidChoice
  /** Used last time. */
  last: boolean
  /** Gets the focus when its dialog opens. */
  autoFocused: boolean
  stop: ArrowStop
  onPress: () => void
}

/** A SPID to select, with its description. */
export function SpidCard({ choice, last, autoFocused, stop, onPress }: SpidCardProps) {
  return (
    <UnstyledButton
      {...stop}
      className={classes['card'] ?? ''}
      aria-pressed={last}
      data-autofocus={autoFocused || undefined}
      onClick={onPress}
    >
      <span className={classes['spid']}>{choice.spid}</span>
      {choice.description !== '' && <span className={classes['detail']}>{choice.description}</span>}
      {last && <span className={classes['last']}>Usado da última vez</span>}
    </UnstyledButton>
  )
}
