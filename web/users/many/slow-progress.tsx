import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './selection-bar.module.css'

/** Milliseconds before the progress text appears. Shorter operations do not show it. */
const delayMs = 1000

/** Shows the running operation after one second. Always rendered, so that screen readers announce its changes. */
export function SlowProgress({ doing }: { doing: string | null }) {
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (doing === null) return undefined
    const timer = setTimeout(() => setLate(doing), delayMs)
    return () => clearTimeout(timer)
  }, [doing])
  const shown = doing !== null && late === doing
  return (
    <output className={classes['progress']} aria-label="Andamento">
      {shown && (
        <>
          <Loader size={16} aria-hidden="true" />
          {doing}
        </>
      )}
    </output>
  )
}
