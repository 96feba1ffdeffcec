import { useState } from 'react'
import { initialsOf } from './initials.ts'
import classes from './picture.module.css'

/** The logo of something, or its initials where it has none or it can't be loaded. Its name stands beside it. */
export function Picture({ name, source }: { name: string; source?: string | null }) {
  const [failed, setFailed] = useState(false)
  if (source && !failed) {
    return (
      <img
        className={classes['picture']}
        src={source}
        alt=""
        loading="lazy"
        onError={() => setFailed(true)}
      />
    )
  }
  return (
    <span className={classes['picture']} aria-hidden="true" data-initials>
      {initialsOf(name)}
    </span>
  )
}
