import { Button } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import type { CompanySpid } from '../../contract/spids.ts'
import { NewMark } from '../ui/new-mark.tsx'
import classes from './company-spids.module.css'

interface CompanySpidsProps {
  spids: readonly CompanySpid[]
  onManage: () => void
  /** SPIDs that were just added to a stored company. */
  added?: readonly string[]
  /** Note about the added SPIDs. */
  note?: ReactNode
}

/** SPIDs in the company form, with the button that opens their modal (console.md §2). */
export function CompanySpids({ spids, onManage, added, note }: CompanySpidsProps): ReactNode {
  return (
    <section className={classes['spids']} data-wide aria-labelledby="spids">
      <div className={classes['title']}>
        <h2 id="spids">SPIDs</h2>
        <Button variant="default" size="xs" onClick={onManage}>
          Gerenciar SPID
        </Button>
      </div>
      {note}
      <SpidList spids={spids} added={added} />
    </section>
  )
}

interface SpidListProps {
  spids: readonly CompanySpid[]
  added?: readonly string[] | undefined
}

/** SPIDs with their descriptions. Added ones are marked, and the first of them is scrolled into view. */
export function SpidList({ spids, added = [] }: SpidListProps): ReactNode {
  const firstItem = useRef<HTMLLIElement>(null)
  const [first] = added
  useEffect(() => {
    if (first === undefined) return undefined
    // The modal that saved the SPIDs first returns the focus to its button, and the browser scrolls there. Scroll after
    // that.
    const frame = requestAnimationFrame(() =>
      firstItem.current?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [first])
  if (spids.length === 0) return <p className={classes['none']}>A empresa não tem SPIDs.</p>
  return (
    <ul className={classes['list']}>
      {spids.map(({ spid, description }) => (
        <li
          key={spid}
          ref={spid === first ? firstItem : undefined}
          data-new={added.includes(spid) || undefined}
        >
          <strong>{spid}</strong>
          {description !== '' && <span className={classes['description']}>{description}</span>}
          {added.includes(spid) && <NewMark />}
        </li>
      ))}
    </ul>
  )
}
