import classes from './seat-bar.module.css'

/** Seats as counted by the API: at most one of `free` and `over` is above 0. */
interface Seats {
  limit: number
  used: number
  free: number
  over: number
}

interface SeatBarProps {
  seats: Seats
}

/**
 * Used and total seats in words and as a bar. If the limit is exceeded, the text says so and the bar has a gap at the
 * limit, so that neither relies on colour (rulings §6). Seats that are nearly used up have the colour of attention.
 */
export function SeatBar({ seats: { limit, used, free, over } }: SeatBarProps) {
  const whole = Math.max(limit, used, 1)
  const within = (Math.min(used, limit) / whole) * 100
  return (
    <div
      className={classes['seats']}
      data-over={over > 0 || undefined}
      data-scarce={free <= scarceSeats(limit) || undefined}
    >
      <p>
        <span className={classes['used']}>{`${used} de ${limit}`}</span>
        {` ${limit === 1 ? 'licença' : 'licenças'} em uso · `}
        <span className={classes['rest']}>{restOf(free, over)}</span>
      </p>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={classes['all']} width="100" height="6" />
        <rect className={classes['within']} width={within} height="6" />
        {over > 0 && (
          <rect className={classes['over']} x={within} width={100 - within} height="6" />
        )}
        {over > 0 && <rect className={classes['limit']} x={within} width={limitWidth} height="6" />}
      </svg>
    </div>
  )
}

/** Free seats at which the bar asks for attention: a tenth of the limit. */
const scarceSeats = (limit: number): number => Math.floor(limit / 10)

/** Width of the gap, in percent of the bar. */
const limitWidth = 1.5

/** Describes the free seats, or the number above the limit. */
function restOf(free: number, over: number): string {
  if (over > 0) return `${over} sem licença`
  if (free === 0) return 'nenhuma livre'
  return free === 1 ? '1 livre' : `${free} livres`
}
