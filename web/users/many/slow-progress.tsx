import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './selection-bar.module.css'

/** What takes less is over before anybody reads of it. */
const noticed = 1000

/** Says what is under way once it takes more than a second; stands there silent too, so that a screen reader hears it. */
export function SlowProgress({ doing }: { doing: string | null }) {
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (doing === null) return undefined
    const timer = setTimeout(() => setLate(doing), noticed)
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
