import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { panel } from '../ui/panel.ts'
import classes from './user-panel.module.css'

interface UserPanelProps {
  id: string
  title: string
  lead?: string
  /** Button for the panel's content. */
  action?: ReactNode
  /** Whether the content is loading. */
  loading?: boolean
  /** Shape of the content while it loads; by default one line. */
  skeleton?: ReactNode
  /** Retries a failed read; undefined otherwise. */
  onRetry?: (() => void) | undefined
  children: ReactNode
}

/** Panel of a user's record, with its own loading and saving. */
export function UserPanel(props: UserPanelProps) {
  const { id, title, lead, action, loading, onRetry, children } = props
  const { skeleton = <Skeleton height={40} /> } = props
  return (
    <section className={`${panel} ${classes['panel']}`} aria-labelledby={id} aria-busy={loading}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {action}
      </header>
      {loading && skeleton}
      {onRetry ? (
        <div className={classes['failed']}>
          <p role="alert">Não foi possível carregar.</p>
          <Button variant="default" size="xs" onClick={onRetry}>
            Tentar novamente
          </Button>
        </div>
      ) : (
        !loading && children
      )}
    </section>
  )
}
