/**
 * The keys of browser storage (portal.md §3). `last_activity` is our own: a mark that changes with each activity in
 * any tab, by which all tabs know when nobody has used them for an hour. So are `lastSpids`, which the access page proposes, and
 * `wanted`: the address that a way out of this page and back, to an identity provider or for the token of the console,
 * is to end at (decision 24); and `sign_in_step`, the challenge of a sign-in whose code is on its way. `place` is the
 * company that this tab was opened for, and `place_data` the `userData` of there (decision 55).
 */
const localKeys = [
  'token',
  'initial_token',
  'company',
  'company_id',
  'currentService',
  'userData',
  'loginState',
  'refModule',
  'refCompany',
  'accreditData',
  'last_activity',
  'lastSpids',
] as const
const sessionKeys = [
  'login',
  'reduced',
  'tempToken',
  'code',
  'wanted',
  'wanted_by',
  'sign_in_step',
  'place',
  'place_data',
] as const
/** What somebody likes in this browser: it outlives every session, and says nothing of who they are. */
const preferenceKeys = ['density', 'single_keys'] as const

type LocalKey = (typeof localKeys | typeof preferenceKeys)[number]
type SessionKey = (typeof sessionKeys)[number]
export type StorageKey = LocalKey | SessionKey

const listeners = new Set<() => void>()
const changeEvents = ['storage', 'pageshow'] as const
const announce = () => {
  for (const listener of listeners) listener()
}

function areaOf(key: StorageKey): Storage {
  return sessionKeys.some((own) => own === key) ? sessionStorage : localStorage
}

/** Every read and write of browser storage goes through here, so that the screens hear of it. */
export const storage = {
  get: (key: StorageKey): string | null => areaOf(key).getItem(key),
  set(key: StorageKey, value: string): void {
    areaOf(key).setItem(key, value)
    announce()
  },
  remove(key: StorageKey): void {
    areaOf(key).removeItem(key)
    announce()
  },
  /** Has the screens read what they show anew. */
  announce,
  /**
   * Calls `listener` after every change, of this tab or another one, and when a page comes back from the back/forward
   * cache, where no change is reported; answers how to stop.
   */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    for (const event of changeEvents) addEventListener(event, listener)
    return () => {
      listeners.delete(listener)
      for (const event of changeEvents) removeEventListener(event, listener)
    }
  },
}

/**
 * What outlives a session that is over: an address that was followed, which belongs to whoever follows it and not to the
 * person (portal.md §4).
 */
const outliving: readonly StorageKey[] = [
  'loginState',
  'refModule',
  'refCompany',
  'wanted',
  'wanted_by',
]

/** Forgets everything about the person who was signed in. */
export function clearSession(): void {
  forget([...localKeys, ...sessionKeys])
}

/**
 * Forgets a session that was found to be over, unless somebody has signed in again since `token` was current. A link from
 * outside outlives it: a person who comes back from the identity provider has a new session and is led on to the module.
 */
export function clearSessionOf(token: string): void {
  const current = [storage.get('token'), storage.get('initial_token')]
  if (!current.includes(token)) return
  forget([...localKeys, ...sessionKeys].filter((key) => !outliving.includes(key)))
}

function forget(keys: readonly StorageKey[]): void {
  for (const key of keys) areaOf(key).removeItem(key)
  announce()
}
