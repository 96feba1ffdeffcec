import { storage } from '../storage.ts'

/** The address under which each list was last shown in this tab, by its path, and in whose session. */
const places = new Map<string, { href: string; session: string | null }>()

const currentSession = () => storage.get('initial_token')

export function rememberPlace(path: string, href: string): void {
  places.set(path, { href, session: currentSession() })
}

/**
 * The address that leads back to a list as it was left; the plain address where that was another list, of another
 * service for example.
 */
export function placeOf({ pathname, href }: { pathname: string; href: string }): string {
  const place = places.get(pathname)
  // The next person is not led to what this one looked for.
  if (place === undefined || place.session !== currentSession()) return href
  const left = searchOf(place.href)
  return [...searchOf(href)].every(([name, value]) => left.get(name) === value) ? place.href : href
}

const searchOf = (href: string) => new URLSearchParams(href.split('?').slice(1).join('?'))
