import { formatNumber } from './format-number.ts'
import classes from './list-card.module.css'

/** Number of rows of a list. */
export interface Counted {
  total: number
  /** True if there are more than `total`. */
  more?: boolean | undefined
}

/** The number of rows in the bar of a list; the pager has it too, with the position. */
export function ListCount({ counted }: { counted: Counted | undefined }) {
  if (counted === undefined || counted.total === 0) return null
  const { total, more = false } = counted
  return (
    <p className={classes['count']}>
      {total === 1 ? '1 registro' : `${more ? 'mais de ' : ''}${formatNumber(total)} registros`}
    </p>
  )
}
