import { days } from '../shared/clock.ts'
import { Cookie } from '../pipeline/cookie.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { newHandle } from '../secrets/random.ts'

/**
 * Cookie of a browser that has signed in to an account before (OWASP's device cookie). Failures from this browser are
 * counted separately, so that guesses from elsewhere do not lock the owner out. The cookie grants no access by itself.
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

  /** Returns the id of this browser for the account, or undefined if the cookie is missing or invalid. */
  read(cookies: string | undefined, account: string): string | undefined {
    const [device, mark] = this.#cookie.read(cookies)?.split('.') ?? []
    return device && mark && this.#keyring.isMark(mark, 'device', `${device}:${account}`)
      ? device.slice(0, 16)
      : undefined
  }

  /** Returns the Set-Cookie header that registers the browser for the account. */
  issue(account: string): string {
    const device = newHandle()
    return this.#cookie.serialize(
      `${device}.${this.#keyring.mark('device', `${device}:${account}`)}`,
    )
  }
}
