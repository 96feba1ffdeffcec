import classes from './or-divider.module.css'

/** A line with 'ou' in its middle, between two ways of doing the same. */
export function OrDivider() {
  return <span className={classes['or']}>ou</span>
}
