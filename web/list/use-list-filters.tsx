import { useLocation, useMatch, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ListFilter } from '../ui/filter-bar.tsx'
import type { FilterOffer } from './list-filters.tsx'
import { everything } from './list-search.ts'

interface ListFilters {
  /** What is chosen, for the query of the list. */
  query: Record<string, string>
  /** For `ListPage`. */
  props: ListFilter[]
  /** Takes the search off, and every filter. */
  onClear: () => void
}

/** Where a list begins, whether its pages have numbers or positions. */
const firstPage = { page: undefined, before: undefined, after: undefined }

/** The filters that a screen offers, as its address has them; what the contract doesn't let through is absent there. */
export function useListFilters(
  offers: Partial<Record<string, FilterOffer>>,
  asked: Readonly<Record<string, unknown>>,
): ListFilters {
  const navigate = useNavigate()
  const entries = Object.entries(offers).flatMap(([name, offer]) =>
    offer ? [[name, offer] as const] : [],
  )
  /** What a filter begins with; nothing where a choice within it is asked for, which may lie elsewhere. */
  const initialOf = (name: string) =>
    entries.some(([inner, { within }]) => within === name && asked[inner] !== undefined)
      ? undefined
      : offers[name]?.initial
  useInitialFilters(
    entries.map(([name]) => [name, initialOf(name)] as const),
    asked,
  )

  const valueOf = (name: string): string => {
    const value = asked[name] ?? initialOf(name) ?? ''
    const known = typeof value === 'string' || typeof value === 'number'
    return known && value !== everything ? String(value) : ''
  }
  const query = Object.fromEntries(
    entries.map(([name]) => [name, valueOf(name)] as const).filter(([, value]) => value !== ''),
  )
  const without = (name: string) => (offers[name]?.initial === undefined ? undefined : everything)
  const choose = (name: string, value: string) => {
    const inner = entries.filter(([, { within }]) => within === name)
    void navigate({
      to: '.',
      search: (kept) => ({
        ...kept,
        ...Object.fromEntries(inner.map(([each]) => [each, without(each)])),
        [name]: value === '' ? without(name) : value,
        ...firstPage,
      }),
      resetScroll: false,
    })
  }
  const onClear = () =>
    void navigate({
      to: '.',
      search: (kept) => ({
        ...kept,
        ...Object.fromEntries(entries.map(([name]) => [name, without(name)])),
        search: undefined,
        ...firstPage,
      }),
    })

  const props = entries.map(([name, { label, everything: all, within, Control, Name }]) => {
    const value = valueOf(name)
    const around = within === undefined ? '' : valueOf(within)
    return {
      name,
      label,
      control: (
        <Control
          label={label}
          everything={all}
          value={value}
          onChoose={(next) => choose(name, next)}
          query={within === undefined || around === '' ? {} : { [within]: around }}
        />
      ),
      chosen: value === '' ? null : <Name value={value} />,
      onClear: () => choose(name, ''),
    }
  })
  return { query, props, onClear }
}

/** Writes into the address what its filters begin with, so that a shared link finds the list as it was. */
function useInitialFilters(
  initials: (readonly [name: string, initial: FilterOffer['initial']])[],
  asked: Readonly<Record<string, unknown>>,
): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const own = useMatch({ strict: false, select: (match) => match.pathname })
  const missing = initials.flatMap(([name, initial]) =>
    initial === undefined || asked[name] !== undefined ? [] : [`${name}=${initial}`],
  )
  const added = pathname === own ? missing.join('&') : ''
  useEffect(() => {
    if (added === '') return
    const values = Object.fromEntries(new URLSearchParams(added))
    void navigate({
      to: '.',
      search: (kept) => ({ ...kept, ...values }),
      replace: true,
      resetScroll: false,
    })
  }, [added, navigate])
}
