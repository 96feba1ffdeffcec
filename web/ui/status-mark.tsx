import classes from './status-mark.module.css'

interface StatusMarkProps {
  on: boolean
  /** The record needs attention: it is overdue, or blocked. */
  late?: boolean
  children: string
}

/** Status of a row as text, with a coloured dot for the normal status and a grey dot otherwise. */
export function StatusMark({ on, late = false, children }: StatusMarkProps) {
  return (
    <span className={classes['mark']} data-on={on || undefined} data-late={late || undefined}>
      {children}
    </span>
  )
}

/** 'Ativo' or 'Inativo' (console.md §4). */
export function ActiveMark({ active }: { active: boolean }) {
  return <StatusMark on={active}>{active ? 'Ativo' : 'Inativo'}</StatusMark>
}
