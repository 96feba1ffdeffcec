import classes from './error-line.module.css'

/** Error line of a form. It is rendered empty when there is no error, so that screen readers announce the change. */
export function ErrorLine({ id, children }: { id?: string; children: string | null | undefined }) {
  return (
    <p id={id} role="alert" className={classes['error']}>
      {children}
    </p>
  )
}
