import classes from './or-divider.module.css'

/** A horizontal line with 'ou' in the middle, between two alternatives. */
export function OrDivider() {
  return <span className={classes['or']}>ou</span>
}
