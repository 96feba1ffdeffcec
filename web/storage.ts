/**
 * Keys of browser storage (portal.md §3). Keys beyond the specification: `last_activity` is a marker that changes with
 * each activity in any tab, for the sign-out after an hour of inactivity. `refAcrValues` and `refMaxAge` are the
 * requirements of a link from outside (decision 94). `lastSpids` are the SPIDs proposed by the access page.
 * `passkey_owner` says that the user has passkeys. `wanted` is the URL to return to after the sign-in or the access page,
 * `wanted_by` its user (decision 24). `sign_in_step` is the challenge of a sign-in that waits for its code. `place` is
 * the company of this tab, `place_data` the `userData` for it (decision 55). `list_urls` are the last URLs of the lists
 * of this tab.
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
  'refAcrValues',
  'refMaxAge',
  'accreditData',
  'last_activity',
  'lastSpids',
  'passkey_owner',
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
  'list_urls',
] as const
/** User preferences of this browser. They survive every session and do not identify the user. */
const preferenceKeys = ['density', 'single_keys', 'columns', 'first_steps'] as const

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

/** Access to browser storage. All reads and writes must use it, so that subscribers are notified. */
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
  /** Notifies all subscribers. */
  announce,
  /**
   * Calls `listener` after every change in this or another tab, and when a page is restored from the back/forward
   * cache, which fires no `storage` event. Returns the unsubscribe function.
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
 * Keys that survive the end of a session: a link that was followed belongs to the browser, not to the previous user
 * (portal.md §4).
 */
const survivingKeys: readonly StorageKey[] = [
  'loginState',
  'refModule',
  'refCompany',
  'refAcrValues',
  'refMaxAge',
  'wanted',
  'wanted_by',
]

/** Removes all data of the signed-in user. */
export function clearSession(): void {
  removeAll([...localKeys, ...sessionKeys])
}

/**
 * Removes the data of a session that is over, unless `token` has already been replaced by a new sign-in. The target of
 * a link from outside is kept, so that a user who returns from the identity provider is led to the module.
 */
export function clearSessionOf(token: string): void {
  const current = [storage.get('token'), storage.get('initial_token')]
  if (!current.includes(token)) return
  removeAll([...localKeys, ...sessionKeys].filter((key) => !survivingKeys.includes(key)))
}

function removeAll(keys: readonly StorageKey[]): void {
  for (const key of keys) areaOf(key).removeItem(key)
  announce()
}
