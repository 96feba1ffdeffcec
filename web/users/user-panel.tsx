import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { panel } from '../ui/panel.ts'
import classes from './user-panel.module.css'

interface UserPanelProps {
  id: string
  title: string
  lead?: string
  /** What is done with what the panel shows. */
  action?: ReactNode
  /** It is being read. */
  loading?: boolean
  /** Reads it again; given only where reading it failed. */
  onRetry?: (() => void) | undefined
  children: ReactNode
}

/** A part of a person's screen below the form, which is saved and read by itself. */
export function UserPanel({ id, title, lead, action, loading, onRetry, children }: UserPanelProps) {
  return (
    <section className={`${panel} ${classes['panel']}`} aria-labelledby={id} aria-busy={loading}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {action}
      </header>
      {loading && <Skeleton height={40} />}
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
