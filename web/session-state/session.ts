import { useMemo, useSyncExternalStore } from 'react'
import { decodedToken, type DecodedToken } from '../../contract/decoded-token.ts'
import {
  forgetTabPlace,
  openTabFor,
  placeOf,
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

/** Stores the session that a sign-in made; the access page keeps working with `initial_token` (portal.md §3). */
export function startSession({ access_token, decodedToken: userData }: Token): void {
  forgetTabPlace()
  storage.set('token', access_token)
  storage.set('initial_token', access_token)
  if (userData) storage.set('userData', JSON.stringify(userData))
  // Read by the access page, which tells the last access once after each sign-in.
  storage.set('login', 'true')
}

/** Stores the token of module 1, for which the console has exchanged a code, and opens this tab for its company. */
export function enterConsole({ access_token, decodedToken: userData }: Token): void {
  openTabFor(access_token)
  storage.set('token', access_token)
  if (userData) rememberUserData(userData)
}

/** Stores the data of the person who is signed in and, where the token belongs to a company, that company. */
export function rememberUserData(userData: DecodedToken): void {
  storage.set('userData', JSON.stringify(userData))
  const company = userData.companies.find(({ id }) => id === userData.company_id)
  if (company) {
    storage.set('company', company.name)
    storage.set('company_id', String(company.id))
  }
  keepOwnUserData()
}

/** Keeps the stored data for this tab, where it is of the place of this tab: another tab may store that of another place. */
export function keepOwnUserData(): void {
  const text = storage.get('userData')
  const own = tabPlace()
  if (text !== null && own && isOf(text, own) && storage.get('place_data') !== text)
    storage.set('place_data', text)
}

/** The data of the person in the place of this tab, as it was stored last. */
function ownUserData(): string | null {
  const stored = storage.get('userData')
  const own = tabPlace()
  if (stored === null || !own || own.company === null || isOf(stored, own)) return stored
  const kept = storage.get('place_data')
  return kept !== null && isOf(kept, own) ? kept : null
}

const places = new Map<string, Place | undefined>()

/** Whether stored data is of this place. What a text says is remembered: it is asked for at each change of the storage. */
function isOf(text: string, place: Place): boolean {
  if (!places.has(text)) {
    if (places.size > 8) places.clear()
    places.set(text, placeIn(parseUserData(text)))
  }
  const of = places.get(text)
  return of !== undefined && samePlace(of, place)
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
    // Anybody can write to local storage: a value that isn't JSON counts as absent.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The id of the person who is signed in, or was until this session was found to be over. */
export const storedPerson = (): number | undefined =>
  parseUserData(storage.get('userData'))?.user.id

/** Whether what the person does here rests, in part at least, on a delegation. */
export const actsByDelegation = (): boolean =>
  (parseUserData(storage.get('userData'))?.delegation ?? null) !== null

/** Whether the person signs in at an identity provider and has no password here (portal.md §3). */
export function isFederated(userData: DecodedToken | null): boolean {
  return userData?.user.cognito_id.includes('@') ?? false
}

export interface Session {
  signedIn: boolean
  userData: DecodedToken | null
  /** Name of the company that this tab was opened for, if one was chosen. */
  company: string | null
}

/** Who is signed in, and for which company this tab acts; follows every change of storage. */
export function useSession(): Session {
  const signedIn = useTabSession() !== 'none'
  const text = useSyncExternalStore(storage.subscribe, ownUserData)
  const userData = useMemo(() => parseUserData(text), [text])
  return { signedIn, userData, company: companyOf(userData)?.name ?? null }
}

/** What the session of the browser is to this tab; follows every change of storage. */
export const useTabSession = () => useSyncExternalStore(storage.subscribe, tabSession)

/** The company of a token's data with its SPID, as a person reads it: 'Alfa Telecom' or 'Alfa Telecom (SPID 041)'. */
export function companyAndSpid(userData: DecodedToken | null): string | null {
  const company = companyOf(userData)
  if (!company) return null
  return userData?.spid ? `${company.name} (SPID ${userData.spid})` : company.name
}

const companyOf = (userData: DecodedToken | null) =>
  userData?.companies.find(({ id }) => id === userData.company_id)

/** The company and SPID of the session of the browser, as a person reads it; null where none is chosen or known. */
export function useSessionCompany(): string | null {
  const text = useSyncExternalStore(storage.subscribe, sessionUserData)
  return useMemo(() => companyAndSpid(parseUserData(text)), [text])
}

/** The stored data, where it is of the stored token: the two are written one after the other. */
function sessionUserData(): string | null {
  const [token, text] = [storage.get('token'), storage.get('userData')]
  const place = token === null ? undefined : placeOf(token)
  return text !== null && place && isOf(text, place) ? text : null
}
