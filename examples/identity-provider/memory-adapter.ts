import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  expiresAt: number
}

/** Maximum number of entries, more than any demo needs. When full, the oldest entry is dropped. */
const limit = 5000

/** Stores the provider's sessions, codes and grants in the memory of this process. */
export function memoryAdapters(): AdapterFactory {
  const entries = new Map<string, Entry>()
  return (model) => new MemoryAdapter(model, entries)
}

class MemoryAdapter implements Adapter {
  readonly #model: string
  readonly #entries: Map<string, Entry>

  constructor(model: string, entries: Map<string, Entry>) {
    this.#model = model
    this.#entries = entries
  }

  upsert(id: string, payload: AdapterPayload, expiresIn = Infinity): Promise<void> {
    const [oldest] = this.#entries.keys()
    if (this.#entries.size >= limit && oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.set(this.#key(id), { payload, expiresAt: Date.now() + expiresIn * 1000 })
    return Promise.resolve()
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    const entry = this.#entries.get(this.#key(id))
    return Promise.resolve(entry && entry.expiresAt > Date.now() ? entry.payload : undefined)
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(this.#first((payload) => payload.uid === uid))
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(this.#first((payload) => payload.userCode === userCode))
  }

  consume(id: string): Promise<void> {
    const entry = this.#entries.get(this.#key(id))
    if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
    return Promise.resolve()
  }

  destroy(id: string): Promise<void> {
    this.#entries.delete(this.#key(id))
    return Promise.resolve()
  }

  revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of this.#entries) {
      if (payload.grantId === grantId) this.#entries.delete(key)
    }
    return Promise.resolve()
  }

  #key(id: string): string {
    return `${this.#model}:${id}`
  }

  #first(fits: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const [key, { payload, expiresAt }] of this.#entries) {
      if (key.startsWith(`${this.#model}:`) && expiresAt > Date.now() && fits(payload)) {
        return payload
      }
    }
    return undefined
  }
}
