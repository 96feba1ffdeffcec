import classes from './import-totals.module.css'
import { countsOf, type Import } from './import-words.ts'

/** Number of rows by outcome. */
export function ImportTotals({ totals }: Pick<Import, 'totals'>) {
  return (
    <ul className={classes['totals']} aria-label="Resultado das linhas">
      {countsOf(totals).map(({ outcome, text }) => (
        <li key={outcome} data-outcome={outcome}>
          {text}
        </li>
      ))}
    </ul>
  )
}
