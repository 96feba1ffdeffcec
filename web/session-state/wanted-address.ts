import { openScreens, screensOfForms } from '../../contract/screens.ts'
import { storage } from '../storage.ts'
import { isScreenPath } from './screen-path.ts'

/** Open screens that nobody is led on to: each is a station of the way itself. */
const stations = new Set<string>(['/access-page', '/unallowed', '/logout'])
const open = new Set<string>([...openScreens, ...Object.keys(screensOfForms)])

/**
 * An address that somebody is to be led on to, where it is that of a guarded screen of this site; anything else, such as
 * '//elsewhere.example', counts as absent: what is stored in a browser, anybody may have written.
 */
export function ownAddress(address: string | null | undefined): string | undefined {
  if (!address) return undefined
  const base = 'https://own.invalid'
  const url = URL.parse(address, base)
  if (url?.origin !== base) return undefined
  const { pathname, search } = url
  const guarded = isScreenPath(pathname) || (open.has(pathname) && !stations.has(pathname))
  return guarded ? pathname + search : undefined
}

/**
 * Remembers where a way out of this page and back is to end, and who wanted it if that is known; forgets it where it is
 * told nothing.
 */
export function rememberWanted(address: string | undefined, person?: number): void {
  storage.remove('wanted_by')
  if (address === undefined) return storage.remove('wanted')
  storage.set('wanted', address)
  if (person !== undefined) storage.set('wanted_by', String(person))
}
