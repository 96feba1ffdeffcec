import classes from './status-mark.module.css'

/** The status of a row in words, with a coloured dot where the status is the ordinary one and a grey dot otherwise. */
export function StatusMark({ on, children }: { on: boolean; children: string }) {
  return (
    <span className={classes['mark']} data-on={on || undefined}>
      {children}
    </span>
  )
}
