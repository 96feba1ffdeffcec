import classes from './status-mark.module.css'

interface StatusMarkProps {
  on: boolean
  /** Something should have been done about it by now. */
  late?: boolean
  children: string
}

/** The status of a row in words, with a coloured dot where the status is the ordinary one and a grey dot otherwise. */
export function StatusMark({ on, late = false, children }: StatusMarkProps) {
  return (
    <span className={classes['mark']} data-on={on || undefined} data-late={late || undefined}>
      {children}
    </span>
  )
}
