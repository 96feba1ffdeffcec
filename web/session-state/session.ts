import { useMemo, useSyncExternalStore } from 'react'
import { decodedToken, type DecodedToken } from '../../contract/decoded-token.ts'
import {
  clearTabPlace,
  openTabFor,
  placeFromToken,
  samePlace,
  tabPlace,
  tabSession,
  type Place,
} from '../api/tab-place.ts'
import { storage } from '../storage.ts'

interface Token {
  access_token: string
  decodedToken?: DecodedToken | undefined
}

/** Stores a new session. The access page keeps using `initial_token` (portal.md §3). */
export function startSession({ access_token, decodedToken: userData }: Token): void {
  clearTabPlace()
  storage.set('token', access_token)
  storage.set('initial_token', access_token)
  if (userData) storage.set('userData', JSON.stringify(userData))
  // The access page reads this flag, and shows the last access once after each sign-in.
  storage.set('login', 'true')
}

/** Stores a token of module 1 that the console got for a code, and binds this tab to its company. */
export function enterConsole({ access_token, decodedToken: userData }: Token): void {
  openTabFor(access_token)
  storage.set('token', access_token)
  if (userData) storeUserData(userData)
}

/** Stores the user data and, if the token belongs to a company, that company. */
export function storeUserData(userData: DecodedToken): void {
  storage.set('userData', JSON.stringify(userData))
  const company = userData.companies.find(({ id }) => id === userData.company_id)
  if (company) {
    storage.set('company', company.name)
    storage.set('company_id', String(company.id))
  }
  saveOwnUserData()
}

/**
 * Saves a copy of the stored user data for this tab, if it belongs to the tab's company and SPID. Another tab may
 * overwrite the shared data.
 */
export function saveOwnUserData(): void {
  const text = storage.get('userData')
  const own = tabPlace()
  if (text !== null && own && belongsTo(text, own) && storage.get('place_data') !== text)
    storage.set('place_data', text)
}

/** Returns the latest stored user data that belongs to this tab's company and SPID. */
function ownUserData(): string | null {
  const stored = storage.get('userData')
  const own = tabPlace()
  if (stored === null || !own || own.company === null || belongsTo(stored, own)) return stored
  const saved = storage.get('place_data')
  return saved !== null && belongsTo(saved, own) ? saved : null
}

const places = new Map<string, Place | undefined>()

/**
 * Whether stored user data belongs to this user, company and SPID. The result is cached, because it is needed at every
 * change of the storage.
 */
function belongsTo(text: string, place: Place): boolean {
  if (!places.has(text)) {
    if (places.size > 8) places.clear()
    places.set(text, placeIn(parseUserData(text)))
  }
  const parsed = places.get(text)
  return parsed !== undefined && samePlace(parsed, place)
}

const placeIn = (userData: DecodedToken | null): Place | undefined =>
  userData
    ? { person: String(userData.user.id), company: userData.company_id, spid: userData.spid }
    : undefined

function parseUserData(text: string | null): DecodedToken | null {
  if (text === null) return null
  try {
    const parsed = decodedToken.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch (error) {
    // Local storage can contain anything; a value that is not JSON counts as absent.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Id of the user whose data is stored, even after the session has expired. */
export const storedPerson = (): number | undefined =>
  parseUserData(storage.get('userData'))?.user.id

/** Whether the stored data of this tab's user grants a screen. */
export const isGranted = (path: string): boolean =>
  parseUserData(ownUserData())?.functions.some((granted) => granted.path === path) ?? false

/** Whether a delegation gives the user at least part of their access in this company. */
export const actsByDelegation = (): boolean =>
  (parseUserData(storage.get('userData'))?.delegation ?? null) !== null

/** Whether the user signs in at an identity provider and has no password here (portal.md §3). */
export function isFederated(userData: DecodedToken | null): boolean {
  return userData?.user.cognito_id.includes('@') ?? false
}

export interface Session {
  signedIn: boolean
  userData: DecodedToken | null
  /** Name of this tab's company, if one is selected. */
  company: string | null
}

/** The signed-in user and this tab's company; updates with the storage. */
export function useSession(): Session {
  const signedIn = useTabSession() !== 'none'
  const text = useSyncExternalStore(storage.subscribe, ownUserData)
  const userData = useMemo(() => parseUserData(text), [text])
  return { signedIn, userData, company: companyOf(userData)?.name ?? null }
}

/** Relation of the browser's session to this tab; updates with the storage. */
export const useTabSession = () => useSyncExternalStore(storage.subscribe, tabSession)

/** Display name of the company and SPID in the user data: 'Alfa Telecom' or 'Alfa Telecom (SPID 041)'. */
export function companyAndSpid(userData: DecodedToken | null): string | null {
  const company = companyOf(userData)
  if (!company) return null
  return userData?.spid ? `${company.name} (SPID ${userData.spid})` : company.name
}

const companyOf = (userData: DecodedToken | null) =>
  userData?.companies.find(({ id }) => id === userData.company_id)

/** Display name of the company and SPID of the browser's session; null if none is selected or loaded. */
export function useSessionCompany(): string | null {
  const text = useSyncExternalStore(storage.subscribe, sessionUserData)
  return useMemo(() => companyAndSpid(parseUserData(text)), [text])
}

/**
 * Returns the stored user data if they belong to the stored token. The two are written one after the other, so they may
 * differ for a moment.
 */
function sessionUserData(): string | null {
  const [token, text] = [storage.get('token'), storage.get('userData')]
  const place = token === null ? undefined : placeFromToken(token)
  return text !== null && place && belongsTo(text, place) ? text : null
}
