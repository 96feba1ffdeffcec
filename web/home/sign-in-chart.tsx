import { formatNumber } from '../ui/format-number.ts'
import type { HomeResponse } from './todo-items.ts'
import classes from './sign-in-chart.module.css'

type Day = NonNullable<HomeResponse['sign_ins']>[number]

/** Chart height and bar distance in SVG units. */
const height = 48
const step = 10

/** Bar chart of the sign-ins of recent days, with the numbers as text. */
export function SignInChart({ days }: { days: readonly Day[] }) {
  const max = Math.max(1, ...days.map(({ count }) => count))
  const today = days.at(-1)
  if (days.every(({ count }) => count === 0))
    return (
      <section className={classes['card']} aria-labelledby="acessos">
        <h2 id="acessos">Entradas por dia</h2>
        <p className={classes['lead']}>{`Nenhuma entrada nos últimos ${days.length} dias.`}</p>
      </section>
    )
  return (
    <section className={classes['card']} aria-labelledby="acessos">
      <h2 id="acessos">Entradas por dia</h2>
      <p className={classes['lead']}>
        {today && `Hoje: ${shown(today)} · Nos últimos ${days.length} dias: ${total(days)}`}
      </p>
      <svg
        className={classes['bars']}
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ day, count }, index) => {
          // A day with at least one sign-in always has a visible bar.
          const bar = count === 0 ? 1 : Math.max(3, (count / max) * height)
          return (
            <rect
              key={day}
              className={count === 0 ? classes['none'] : classes['bar']}
              x={index * step + 1}
              y={height - bar}
              width={step - 2}
              height={bar}
            />
          )
        })}
      </svg>
      <div className={classes['ends']} aria-hidden="true">
        <span>{days[0] && shortDay(days[0])}</span>
        <span>hoje</span>
      </div>
      <details className={classes['numbers']}>
        <summary>Ver os números</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Dia</th>
              <th scope="col">Entradas</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{shortDay(day)}</th>
                <td>{shown(day)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

const shown = ({ count, more }: Day): string =>
  more ? `mais de ${formatNumber(count)}` : formatNumber(count)

function total(days: readonly Day[]): string {
  const count = days.reduce((sum, day) => sum + day.count, 0)
  return shown({ day: '', count, more: days.some(({ more }) => more) })
}

/** Formats `2026-11-22` as 22/11. */
const shortDay = ({ day }: Day): string => day.slice(5).split('-').toReversed().join('/')
