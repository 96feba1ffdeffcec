import { doorwayShape } from './doorway-shape.ts'
import classes from './doorway.module.css'

/** `closed`: there is nothing yet. `open`: all is done, or a module opens. `keyhole`: no permission. */
export type DoorwayState = 'closed' | 'open' | 'keyhole'

interface DoorwayProps {
  state: DoorwayState
  /** Height in pixels. */
  size?: number
  /** The door opens when it appears. */
  opening?: boolean
}

/** The doorway of the product's mark as a picture. Decorative beside a sentence. */
export function Doorway({ state, size = 72, opening = false }: DoorwayProps) {
  return (
    <svg
      className={classes['doorway']}
      data-state={state}
      data-opening={opening || undefined}
      width={(size * 64) / 72}
      height={size}
      viewBox="0 0 64 72"
      aria-hidden="true"
      focusable="false"
    >
      <path className={classes['frame']} d={doorwayShape.frame} />
      <path className={classes['room']} d={doorwayShape.room} />
      {state === 'open' && <path className={classes['light']} d={doorwayShape.light} />}
      <g className={classes['leaf']}>
        <path d={doorwayShape.room} />
        {state === 'keyhole' ? (
          <path
            className={classes['hole']}
            d="M32 38a4 4 0 0 1 2.2 7.3L35.5 54h-7l1.3-8.7A4 4 0 0 1 32 38z"
          />
        ) : (
          <circle className={classes['knob']} cx="41" cy="50" r="2.2" />
        )}
      </g>
      <path className={classes['floor']} d={doorwayShape.floor} />
    </svg>
  )
}
