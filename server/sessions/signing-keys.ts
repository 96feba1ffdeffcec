import type { JSONWebKeySet, JWK } from 'jose'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { after, hours, minutes } from '../shared/clock.ts'
import {
  createFirstKey,
  importKey,
  openPrivateKey,
  readSigningKeys,
  type SigningKeyRow,
} from './signing-key-queries.ts'

/** Maximum duration of a session, regardless of use (rulings §3). Its tokens expire with it. */
export const sessionLifetime = hours(12)
/**
 * Time after its retirement during which a key is trusted: the lifetime of its last token, and some minutes for a
 * process that learns late of the retirement, and for different clocks.
 */
export const trustAfterRetirement = sessionLifetime + minutes(5)
/** Minimum milliseconds between two reads because of tokens with unknown keys. */
const unknownKeyInterval = 1000

interface TrustedKey {
  publicKey: CryptoKey
  jwk: JWK
  /** In milliseconds since 1970; infinite unless the key is retired. */
  trustedUntil: number
}

interface KeySet {
  current: { kid: string; privateKey: CryptoKey }
  trusted: ReadonlyMap<string, TrustedKey>
}

interface Source {
  /** Its connections must not be those of transactions that verify a token: they could deadlock. */
  db: Db
  keyring: Keyring
  /** Reports keys that this process cannot use. */
  onError: (error: unknown) => void
}

/** Reads the keys, and creates the first one if none is active. */
export async function loadSigningKeys(
  db: Db,
  keyring: Keyring,
  { source = db, onError = () => undefined }: { source?: Db; onError?: Source['onError'] } = {},
): Promise<SigningKeys> {
  const { rows, active } = await readWithActive(db, keyring)
  const set = {
    current: { kid: active.id, privateKey: await openPrivateKey(keyring, active) },
    trusted: await trustedKeys(rows, new Map()),
  }
  return new SigningKeys({ db: source, keyring, onError }, set)
}

/**
 * The keys that sign tokens, and the public keys of all tokens that are accepted (decision 87). Follows the changes of
 * the table, so that a rotation needs no restart.
 */
export class SigningKeys {
  readonly #source: Source
  readonly #listeners: (() => void)[] = []
  #set: KeySet
  #reading: Promise<void> | undefined
  /** Whether the table may have changed since the last read began. */
  #isStale = false
  #lastUnknown = -Infinity
  #changes: Pick<Changes, 'connected'> | undefined

  constructor(source: Source, set: KeySet) {
    this.#source = source
    this.#set = set
  }

  /** Begins to follow the changes. */
  follow(changes: Changes): void {
    this.#changes = changes
    changes.onChange((change) => {
      const concerned =
        change.kind === 'everything' ||
        (change.kind === 'rows' && change.keys.includes('signing-keys'))
      if (!concerned) return
      this.#isStale = true
      this.#refresh().catch(this.#source.onError)
    })
  }

  /** Calls the listener after a key has lost its trust, so that verified tokens can be verified again. */
  onDistrust(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Returns the key that signs, after pending changes were read. */
  async current(): Promise<KeySet['current']> {
    if (this.#reading || this.#isStale || this.#changes?.connected === false) await this.#refresh()
    return this.#set.current
  }

  jwks(now: Date): JSONWebKeySet {
    const trusted = [...this.#set.trusted.values()]
    return { keys: trusted.filter((key) => isTrusted(key, now)).map(({ jwk }) => jwk) }
  }

  isTrusted(kid: string, now: Date): boolean {
    const key = this.#set.trusted.get(kid)
    return key !== undefined && isTrusted(key, now)
  }

  /**
   * Returns the public key with this id, if it is trusted. An unknown id makes the process read the table again, at most
   * once a second for all requests, so that invalid ids cost nothing.
   */
  async find(kid: string, now: Date): Promise<CryptoKey | undefined> {
    if (!this.#set.trusted.has(kid)) await this.#refreshForUnknown()
    const key = this.#set.trusted.get(kid)
    return key && isTrusted(key, now) ? key.publicKey : undefined
  }

  async #refreshForUnknown(): Promise<void> {
    const now = performance.now()
    if (this.#reading) return this.#reading
    if (now - this.#lastUnknown < unknownKeyInterval) return
    this.#lastUnknown = now
    this.#isStale = true
    await this.#refresh()
  }

  /** Reads the table, again if it changes meanwhile. Concurrent calls share one read. */
  #refresh(): Promise<void> {
    this.#reading ??= this.#readUntilCurrent().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  async #readUntilCurrent(): Promise<void> {
    do {
      this.#isStale = false
      try {
        await this.#read()
      } catch (error) {
        this.#isStale = true
        throw error
      }
    } while (this.#isStale)
  }

  async #read(): Promise<void> {
    const { db, keyring, onError } = this.#source
    const { rows, active } = await readWithActive(db, keyring)
    const before = this.#set
    const trusted = await trustedKeys(rows, before.trusted)
    let { current } = before
    if (active.id !== current.kid)
      try {
        current = { kid: active.id, privateKey: await openPrivateKey(keyring, active) }
      } catch (error) {
        // The previous key is still accepted for hours. The error names SECRETS_KEYS.
        onError(error)
      }
    this.#set = { current, trusted }
    if ([...before.trusted.keys()].some((kid) => !trusted.has(kid)))
      for (const listener of this.#listeners) listener()
  }
}

/** Reads the keys. Creates an active one if there is none: at the first start, or after all keys were deleted. */
async function readWithActive(
  db: Db,
  keyring: Keyring,
): Promise<{ rows: SigningKeyRow[]; active: SigningKeyRow }> {
  let rows = await readSigningKeys(db)
  if (!rows.some(isActive)) {
    await createFirstKey(db, keyring)
    rows = await readSigningKeys(db)
  }
  const active = rows.find(isActive)
  if (!active) throw new Error('There is no active signing key.')
  return { rows, active }
}

const isActive = ({ activated_at, retired_at }: SigningKeyRow): boolean =>
  activated_at !== null && retired_at === null

const isTrusted = ({ trustedUntil }: TrustedKey, now: Date): boolean => now.getTime() < trustedUntil

async function trustedKeys(
  rows: readonly SigningKeyRow[],
  known: ReadonlyMap<string, TrustedKey>,
): Promise<ReadonlyMap<string, TrustedKey>> {
  const entries = rows.map(async ({ id, public_jwk, retired_at }) => {
    const jwk = public_jwk as JWK
    const publicKey = known.get(id)?.publicKey ?? (await importKey(jwk))
    const trustedUntil = retired_at
      ? after(retired_at, trustAfterRetirement).getTime()
      : Number.POSITIVE_INFINITY
    return [id, { publicKey, jwk, trustedUntil }] as const
  })
  return new Map(await Promise.all(entries))
}
