import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { problems } from '../../contract/problems.ts'
import classes from './delegated-only-note.module.css'

/** Explains why a delegate is not offered operations that grant rights (decision 52). */
export function DelegatedOnlyNote(): ReactNode {
  return (
    <div data-wide>
      <Alert
        className={classes['note'] ?? ''}
        icon={<IconInfoCircle size={18} stroke={1.8} aria-hidden="true" />}
      >
        {problems['delegation-grants-nothing'].message}
      </Alert>
    </div>
  )
}
