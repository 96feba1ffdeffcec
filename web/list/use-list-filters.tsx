import { useLocation, useMatch, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ListFilter } from '../ui/filter-bar.tsx'
import type { ChangeSearch } from './changed-search.ts'
import type { FilterOffer } from './list-filters.tsx'
import { everything } from './list-search.ts'

export interface ListFilters {
  /** Values for the query of the list. */
  query: Record<string, string>
  /** Props for `ListPage`. */
  props: ListFilter[]
  /** Clears the search and all filters, and closes the saved view. */
  onClear: () => void
}

/** State of the filters that a screen offers, stored in the URL. An invalid value counts as absent. */
export function useListFilters(
  offers: Partial<Record<string, FilterOffer>>,
  requested: Readonly<Record<string, unknown>>,
  change: ChangeSearch,
): ListFilters {
  const entries = Object.entries(offers).flatMap(([name, offer]) =>
    offer ? [[name, offer] as const] : [],
  )
  /**
   * Initial value of a filter. Undefined if a filter that depends on this one (`within`) is set, because its value may
   * not match the initial value.
   */
  const initialOf = (name: string) =>
    entries.some(([inner, { within }]) => within === name && requested[inner] !== undefined)
      ? undefined
      : offers[name]?.initial
  useInitialFilters(
    entries.map(([name]) => [name, initialOf(name)] as const),
    requested,
  )

  const valueOf = (name: string): string => {
    const value = requested[name] ?? initialOf(name) ?? ''
    const valid = typeof value === 'string' || typeof value === 'number'
    return valid && value !== everything ? String(value) : ''
  }
  const query = Object.fromEntries(
    entries.map(([name]) => [name, valueOf(name)] as const).filter(([, value]) => value !== ''),
  )
  const clearedValue = (name: string) =>
    offers[name]?.initial === undefined ? undefined : everything
  const choose = (name: string, value: string) => {
    const inner = entries.filter(([, { within }]) => within === name)
    change({
      ...Object.fromEntries(inner.map(([each]) => [each, clearedValue(each)])),
      [name]: value === '' ? clearedValue(name) : value,
    })
  }
  const onClear = () =>
    change({
      ...Object.fromEntries(entries.map(([name]) => [name, clearedValue(name)])),
      search: undefined,
      view: undefined,
    })

  const props = entries.map(([name, { label, everything: all, within, Control, Name }]) => {
    const value = valueOf(name)
    const outer = within === undefined ? '' : valueOf(within)
    return {
      name,
      label,
      everything: all,
      control: (
        <Control
          label={label}
          everything={all}
          value={value}
          onChoose={(next) => choose(name, next)}
          query={within === undefined || outer === '' ? {} : { [within]: outer }}
        />
      ),
      chosen: value === '' ? null : <Name value={value} />,
      onClear: () => choose(name, ''),
    }
  })
  return { query, props, onClear }
}

/** Writes the initial values into the URL, so that a shared link shows the same rows. */
function useInitialFilters(
  initials: (readonly [name: string, initial: FilterOffer['initial']])[],
  requested: Readonly<Record<string, unknown>>,
): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const own = useMatch({ strict: false, select: (match) => match.pathname })
  const missing = initials.flatMap(([name, initial]) =>
    initial === undefined || requested[name] !== undefined ? [] : [`${name}=${initial}`],
  )
  const added = pathname === own ? missing.join('&') : ''
  useEffect(() => {
    if (added === '') return
    const values = Object.fromEntries(new URLSearchParams(added))
    void navigate({
      to: '.',
      search: (current) => ({ ...current, ...values }),
      replace: true,
      resetScroll: false,
    })
  }, [added, navigate])
}
