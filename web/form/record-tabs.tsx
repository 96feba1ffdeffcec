import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { RecordTarget } from '../links/record-link.tsx'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { formatNumber } from '../ui/format-number.ts'
import classes from './record-page.module.css'

/** A part of a record. */
export interface RecordTab {
  label: string
  /** Shown after the label: 'Pessoas (31)'. */
  count?: number | undefined
  /** True if there are more than were counted: 'Pessoas (mais de 10.000)'. */
  more?: boolean | undefined
  /** A result of `paths.ts`. Users who may not open it do not see the tab. */
  target: RecordTarget
  current: boolean
}

/** Tabs in display order; `false` and `undefined` are parts that do not exist. */
export type RecordTabList = readonly (RecordTab | false | undefined)[]

/** Tabs of a record as links, so that the address says which part is shown. Scrolls sideways on narrow screens. */
export function RecordTabs({ tabs }: { tabs: RecordTabList }) {
  const opens = useOpens()
  const bar = useRef<HTMLElement>(null)
  const existing = tabs.filter((tab) => tab !== false && tab !== undefined)
  const usable = existing.filter(({ target }) => opens(target.to))
  const address = useLocation({ select: ({ href }) => href })
  const before = useRef(address)
  // The numbers arrive later and move the tabs.
  const places = `${address} ${usable.map(({ count }) => count).join()}`
  const scrolledFor = useRef('')
  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (scrolledFor.current !== places)
      link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    scrolledFor.current = places
    // What had the focus disappeared with the previous content, such as 'Cancelar' of the form.
    if (before.current !== address && document.activeElement === document.body)
      link?.focus({ preventScroll: true })
    before.current = address
  }, [address, places])
  return (
    <nav ref={bar} className={classes['tabs']} aria-label="Partes do registro">
      <ul>
        {usable.map(({ label, count, more = false, target, current: isCurrent }) => (
          <li key={label}>
            <Link
              {...target}
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {label}
              {count !== undefined && (
                <span>{` (${more ? 'mais de ' : ''}${formatNumber(count)})`}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
