import { problems } from '../../contract/problems.ts'
import { storage } from '../storage.ts'
import { ApiProblem } from './api-problem.ts'

/** Whom a token of the console serves, and for which company and SPID: none in the token of the sign-in. */
export interface Place {
  /** User id. */
  person: string
  company: number | null
  spid: string | null
}

/**
 * What the session of the browser is to this tab: `own` serves its place, `moved` is the same person's in another company
 * or SPID, `none` is absent or somebody else's.
 */
export type TabSession = 'own' | 'moved' | 'none'

/**
 * The place that this document sends requests for: set by its first request with a company and never changed, so that no
 * request of a form that was opened for one company is sent for another (decision 55).
 */
let bound: Place | undefined

/** The claims of a token as the browser can read them; undefined for anything else. The server verifies them. */
export function placeOf(token: string): Place | undefined {
  const claims = claimsOf(token)
  if (typeof claims?.['sub'] !== 'string') return undefined
  const { sub: person, company_id: company, spid } = claims
  return {
    person,
    company: typeof company === 'number' ? company : null,
    spid: typeof spid === 'string' ? spid : null,
  }
}

/** The place that this tab was opened for; undefined until it is known, and where it was another person's. */
export function tabPlace(): Place | undefined {
  return bound ?? keptPlace()
}

export function tabSession(): TabSession {
  const token = storage.get('token')
  return token === null ? 'none' : sessionOf(token)
}

/**
 * The stored token, for a request of this tab; null where nobody is signed in. Throws `other-place` where it serves another
 * place. Place and token are read from one value, so nothing can change between the check and the request.
 */
export function tabToken(): string | null {
  const token = storage.get('token')
  if (token === null) return null
  if (sessionOf(token) !== 'own') {
    // The screens hear of it even where the browser has not reported the change to this tab.
    storage.announce()
    throw new ApiProblem({ code: 'other-place', status: 0, httpMessage: problems.internal.message })
  }
  bind(token)
  return token
}

/** The token of the sign-in, where it is that of this tab's person. */
export function tabInitialToken(): string | null {
  const token = storage.get('initial_token')
  const own = tabPlace()
  return token !== null && own && placeOf(token)?.person !== own.person ? null : token
}

/** Opens this tab for the place of a token: from the next document on, where this one serves another already. */
export function openTabFor(token: string): void {
  const place = placeOf(token)
  if (place) keep(place)
  else forgetTabPlace()
}

/** The session of this tab is over: its next document is opened for nobody yet. */
export function forgetTabPlace(): void {
  storage.remove('place')
  storage.remove('place_data')
}

/**
 * Whether this document serves a place that its tab does not have any more, or another person than the one who is signed
 * in: it must be loaded anew before it shows anything.
 */
export function isOutdatedDocument(): boolean {
  if (!bound) return false
  const kept = keptPlace()
  return !kept || !samePlace(kept, bound) || tabSession() === 'none'
}

export const samePlace = (one: Place, other: Place): boolean =>
  one.person === other.person && one.company === other.company && one.spid === other.spid

function sessionOf(token: string): TabSession {
  const own = tabPlace()
  if (!own) return 'own'
  const place = placeOf(token)
  if (place?.person !== own.person) return 'none'
  // A tab that was opened before a company was chosen serves whichever is chosen then.
  return own.company === null || samePlace(place, own) ? 'own' : 'moved'
}

function bind(token: string): void {
  if (bound && bound.company !== null) return
  const place = placeOf(token)
  if (!place) return
  bound = place
  keep(place)
}

function keep({ person, company, spid }: Place): void {
  const text = JSON.stringify({ person, company, spid })
  if (storage.get('place') === text) return
  storage.remove('place_data')
  storage.set('place', text)
}

/** The place in session storage, which a duplicated tab inherits; nothing where another person has signed in since. */
function keptPlace(): Place | undefined {
  const kept = membersOf(storage.get('place'))
  if (typeof kept?.['person'] !== 'string') return undefined
  const { person, company, spid } = kept
  const token = storage.get('token')
  if (token !== null && placeOf(token)?.person !== person) return undefined
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
    // Anybody can write to local storage: what is not Base64 is no token.
    if (error instanceof DOMException) return null
    throw error
  }
}

/** The members of a JSON object. Read by hand: the first screen loads no schemas. */
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
