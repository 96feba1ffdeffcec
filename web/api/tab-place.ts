import { problems } from '../../contract/problems.ts'
import { storage } from '../storage.ts'
import { ApiProblem } from './api-problem.ts'

/** User, company and SPID that a console token is valid for. The token of the sign-in has neither company nor SPID. */
export interface Place {
  /** User id. */
  person: string
  company: number | null
  spid: string | null
}

/**
 * Relation of the stored session to this tab. `own`: it has the tab's place. `moved`: the same user in another company
 * or SPID. `none`: there is no session, or another user's.
 */
export type TabSession = 'own' | 'moved' | 'none'

/**
 * Place for which this document sends requests. The first request with a company sets it, and it never changes, so that
 * a form opened for one company is never sent for another (decision 55).
 */
let bound: Place | undefined

/**
 * Reads the place from the claims of a token without verifying the token, which the server does. Returns undefined if
 * the text is not such a token.
 */
export function placeFromToken(token: string): Place | undefined {
  const claims = claimsOf(token)
  if (typeof claims?.['sub'] !== 'string') return undefined
  const { sub: person, company_id: company, spid } = claims
  return {
    person,
    company: typeof company === 'number' ? company : null,
    spid: typeof spid === 'string' ? spid : null,
  }
}

/** Returns the place of this tab; undefined before it is set, or if it belonged to another user. */
export function tabPlace(): Place | undefined {
  return bound ?? storedPlace()
}

export function tabSession(): TabSession {
  const token = storage.get('token')
  return token === null ? 'none' : sessionOf(token)
}

/**
 * Returns the stored token for a request of this tab; null if signed out. Throws `other-place` if the token is for
 * another place. Place and token come from one read, so nothing can change between check and request.
 */
export function tabToken(): string | null {
  const token = storage.get('token')
  if (token === null) return null
  if (sessionOf(token) !== 'own') {
    // Notifies the screens even if the browser has not fired the `storage` event in this tab.
    storage.announce()
    throw new ApiProblem({ code: 'other-place', status: 0, httpMessage: problems.internal.message })
  }
  bind(token)
  return token
}

/** Returns the token of the sign-in if it belongs to this tab's user. */
export function tabInitialToken(): string | null {
  const token = storage.get('initial_token')
  const own = tabPlace()
  return token !== null && own && placeFromToken(token)?.person !== own.person ? null : token
}

/**
 * Sets the place of this tab from a token. A document that already has a place keeps it; the next document in this tab
 * gets the new place.
 */
export function openTabFor(token: string): void {
  const place = placeFromToken(token)
  if (place) store(place)
  else clearTabPlace()
}

/** Removes the place of this tab at the end of its session. */
export function clearTabPlace(): void {
  storage.remove('place')
  storage.remove('place_data')
}

/**
 * Whether this document must be reloaded before it shows anything: if the place of the tab has changed, or if another
 * user has signed in.
 */
export function isOutdatedDocument(): boolean {
  if (!bound) return false
  const stored = storedPlace()
  return !stored || !samePlace(stored, bound) || tabSession() === 'none'
}

export const samePlace = (one: Place, other: Place): boolean =>
  one.person === other.person && one.company === other.company && one.spid === other.spid

function sessionOf(token: string): TabSession {
  const own = tabPlace()
  if (!own) return 'own'
  const place = placeFromToken(token)
  if (place?.person !== own.person) return 'none'
  // A tab opened before a company was selected accepts the company that is selected later.
  return own.company === null || samePlace(place, own) ? 'own' : 'moved'
}

function bind(token: string): void {
  if (bound && bound.company !== null) return
  const place = placeFromToken(token)
  if (!place) return
  bound = place
  store(place)
}

function store({ person, company, spid }: Place): void {
  const text = JSON.stringify({ person, company, spid })
  if (storage.get('place') === text) return
  storage.remove('place_data')
  storage.set('place', text)
}

/**
 * Returns the place in session storage, which a duplicated tab inherits; undefined if another user has signed in since.
 */
function storedPlace(): Place | undefined {
  const stored = membersOf(storage.get('place'))
  if (typeof stored?.['person'] !== 'string') return undefined
  const { person, company, spid } = stored
  const token = storage.get('token')
  if (token !== null && placeFromToken(token)?.person !== person) return undefined
  return {
    person,
    company: typeof company === 'number' ? company : null,
    spid: typeof spid === 'string' ? spid : null,
  }
}

let lastRead: { token: string; claims: Record<string, unknown> | undefined } | undefined

function claimsOf(token: string): Record<string, unknown> | undefined {
  if (lastRead?.token !== token) lastRead = { token, claims: membersOf(payloadOf(token)) }
  return lastRead.claims
}

function payloadOf(token: string): string | null {
  const [, payload = ''] = token.split('.')
  try {
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch (error) {
    // Local storage can contain anything; a value that is not Base64 is not a token.
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Returns the members of a JSON object; undefined for any other text. */
function membersOf(text: string | null): Record<string, unknown> | undefined {
  if (text === null) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
