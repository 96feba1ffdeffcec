import { useMemo, useSyncExternalStore } from 'react'
import { decodedToken, type DecodedToken } from '../../contract/decoded-token.ts'
import { storage } from '../storage.ts'

interface Token {
  access_token: string
  decodedToken?: DecodedToken | undefined
}

/** Stores the session that a sign-in made; the access page keeps working with `initial_token` (portal.md §3). */
export function startSession({ access_token, decodedToken: userData }: Token): void {
  storage.set('token', access_token)
  storage.set('initial_token', access_token)
  if (userData) storage.set('userData', JSON.stringify(userData))
  // Read by the access page, which tells the last access once after each sign-in.
  storage.set('login', 'true')
}

/** Stores the token of module 1, for which the console has exchanged a code. */
export function enterConsole({ access_token, decodedToken: userData }: Token): void {
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
}

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
  /** Name of the company that was chosen, if one was. */
  company: string | null
}

/** Who is signed in, in this tab and any other; follows every change of storage. */
export function useSession(): Session {
  const token = useStored('token')
  const company = useStored('company')
  const text = useStored('userData')
  const userData = useMemo(() => parseUserData(text), [text])
  return { signedIn: token !== null, userData, company }
}

function useStored(key: 'token' | 'company' | 'userData'): string | null {
  return useSyncExternalStore(storage.subscribe, () => storage.get(key))
}
