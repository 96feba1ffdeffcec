import { days } from '../shared/clock.ts'
import { Cookie } from '../pipeline/cookie.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { newHandle, sameBytes } from '../secrets/random.ts'

/**
 * Marks a browser as one that signed in to an account before (OWASP's device cookie): its failures are counted apart,
 * so whoever guesses elsewhere can't keep the account's owner out. Opens nothing by itself.
 */
export class DeviceCookie {
  readonly #cookie: Cookie
  readonly #keyring: Keyring

  constructor(publicUrl: string, keyring: Keyring) {
    this.#cookie = new Cookie('portaria-device', publicUrl, {
      maxAge: days(180),
      sameSite: 'Strict',
    })
    this.#keyring = keyring
  }

  /** The device of this account that the browser is, or undefined. */
  read(cookies: string | undefined, account: string): string | undefined {
    const [device, mark] = this.#cookie.read(cookies)?.split('.') ?? []
    return device && mark && sameBytes(Buffer.from(mark), Buffer.from(this.#mark(device, account)))
      ? device.slice(0, 16)
      : undefined
  }

  /** The header that makes the browser one of this account's. */
  issue(account: string): string {
    const device = newHandle()
    return this.#cookie.serialize(`${device}.${this.#mark(device, account)}`)
  }

  #mark(device: string, account: string): string {
    return this.#keyring.mark('device', `${device}:${account}`)
  }
}
