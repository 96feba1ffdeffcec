import { canonicalJson } from '../audit/canonical-json.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Keyring, Sealed } from '../secrets/keyring.ts'
import { after, type Clock, minutes } from '../shared/clock.ts'
import { newTotpSecret } from './totp.ts'

/** Time in which the user must enter the first code. */
const optionsLifetime = minutes(10)
const macPurpose = 'totp-options'

/**
 * Secrets of authenticator apps. The server stores a new secret only after it has verified a code of it. Until then
 * only the client holds the secret, with its expiry and a MAC that binds both to the session (decision 92).
 */
export class TotpSecrets {
  readonly #keyring: Keyring
  readonly #clock: Clock

  constructor({ keyring, clock }: { keyring: Keyring; clock: Clock }) {
    this.#keyring = keyring
    this.#clock = clock
  }

  /** Returns a new secret and the handle that the client sends back. */
  issue(sessionId: string): { secret: string; session: string } {
    const secret = newTotpSecret()
    const expires = after(this.#clock.now(), optionsLifetime).getTime().toString(36)
    const mac = this.#keyring.mark(macPurpose, macText(secret, expires, sessionId))
    return { secret, session: `${secret}.${expires}.${mac}` }
  }

  /** Returns the secret of a handle. Throws `totp-options-expired` if it is forged, expired or of another session. */
  open(session: string, sessionId: string): string {
    const [secret = '', expires = '', mac = ''] = session.split('.')
    const expiresAt = new Date(Number.parseInt(expires, 36))
    if (
      !this.#keyring.isMark(mac, macPurpose, macText(secret, expires, sessionId)) ||
      expiresAt <= this.#clock.now()
    )
      throw new Problem('totp-options-expired')
    return secret
  }

  seal(secret: string, userId: number): Sealed {
    return this.#keyring.seal(secret, totpContext(userId))
  }

  unseal({ user_id, ciphertext, key_id: keyId }: StoredSecret): string {
    return this.#keyring.open({ ciphertext, keyId }, totpContext(user_id))
  }
}

interface StoredSecret {
  user_id: number
  ciphertext: Buffer
  key_id: string
}

/** Associated data of the encrypted secret. */
export const totpContext = (userId: number | string): string => `totp:${userId}`

const macText = (secret: string, expires: string, session_id: string): string =>
  canonicalJson({ secret, expires, session_id })
