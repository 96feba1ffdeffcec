import { useState } from 'react'
import { initialsOf } from './initials.ts'
import classes from './picture.module.css'

interface PictureProps {
  name: string
  source?: string | null
  size?: 'small' | 'large'
}

/** Shows a logo, or the initials if there is none or it fails to load. Decorative: the name is shown beside it. */
export function Picture({ name, source, size = 'small' }: PictureProps) {
  const [failed, setFailed] = useState(false)
  if (source && !failed) {
    return (
      <img
        className={classes['picture']}
        data-size={size}
        src={source}
        alt=""
        loading="lazy"
        onError={() => setFailed(true)}
      />
    )
  }
  return (
    <span className={classes['picture']} data-size={size} aria-hidden="true" data-initials>
      {initialsOf(name)}
    </span>
  )
}
