import { UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Picture } from '../ui/picture.tsx'
import type { StepRow } from './access-step.tsx'
import classes from './access-row.module.css'

interface ChoiceRowProps extends StepRow {
  name: string
  detail: string
  /** URL of the logo before the name. If null, the initials are shown; if undefined, neither. */
  logo?: string | null
}

/** Row of a company or service to choose. */
export function ChoiceRow({ name, detail, logo, chosen, stop, onPress }: ChoiceRowProps) {
  return (
    <UnstyledButton
      {...stop}
      className={classes['row'] ?? ''}
      aria-pressed={chosen}
      onClick={onPress}
    >
      {logo !== undefined && <Picture key={logo} name={name} source={logo} />}
      <span className={classes['text']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['detail']}>{detail}</span>
      </span>
      <IconCheck className={classes['check']} size={17} stroke={2.2} aria-hidden="true" />
    </UnstyledButton>
  )
}
