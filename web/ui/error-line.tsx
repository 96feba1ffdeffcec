import classes from './error-line.module.css'

/** The line of a form that says what was refused; it stands there empty, so that a screen reader hears it change. */
export function ErrorLine({ id, children }: { id?: string; children: string | null | undefined }) {
  return (
    <p id={id} role="alert" className={classes['error']}>
      {children}
    </p>
  )
}
