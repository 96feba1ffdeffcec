import { openScreens, screenGrantAliases } from '../../contract/screens.ts'
import { storage } from '../storage.ts'
import { isScreenPath } from './screen-path.ts'

/** Signed-in screens that are never a return URL, because they are part of the sign-in or sign-out. */
const signInScreens = new Set<string>(['/access-page', '/unallowed', '/logout'])
const signedInScreens = new Set<string>([...openScreens, ...Object.keys(screenGrantAliases)])

/**
 * Returns the URL if it leads to a guarded screen of this site; undefined for anything else, such as
 * '//elsewhere.example'. Browser storage and history state are untrusted.
 */
export function ownAddress(address: string | null | undefined): string | undefined {
  if (!address) return undefined
  const base = 'https://own.invalid'
  const url = URL.parse(address, base)
  if (url?.origin !== base) return undefined
  const { pathname, search } = url
  const guarded =
    isScreenPath(pathname) || (signedInScreens.has(pathname) && !signInScreens.has(pathname))
  return guarded ? pathname + search : undefined
}

/**
 * Stores the URL to return to after the user leaves this page for the sign-in, and the user's id, if known. Without a
 * URL the stored one is removed.
 */
export function storeReturnTo(address: string | undefined, user?: number): void {
  storage.remove('wanted_by')
  if (address === undefined) return storage.remove('wanted')
  storage.set('wanted', address)
  if (user !== undefined) storage.set('wanted_by', String(user))
}
