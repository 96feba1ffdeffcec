import { hash } from 'node:crypto'
import { type SignedStatement, statementText } from '../audit/signed-confirmation.ts'
import { canonicalJson } from '../audit/canonical-json.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { after, type Clock } from '../shared/clock.ts'
import { challengeLifetime } from './relying-party.ts'

/** What a challenge is for, and what it is bound to. */
export type ChallengeBinding =
  | { purpose: 'sign-in' }
  | { purpose: 'registration'; session_id: string }
  | Omit<SignedStatement, 'nonce'>

/** An issued challenge: the handle that the client sends back, and the challenge in base64url. */
export interface IssuedChallenge {
  session: string
  challenge: string
}

/** A challenge that the client has answered. */
export interface OpenedChallenge {
  challenge: string
  /** The text whose SHA-256 the challenge is. */
  statement: string
  /** Row that marks the challenge as used (passkey-queries.ts). */
  used: { digest: Buffer; expiresAt: Date }
}

/**
 * WebAuthn challenges. The client holds an open challenge: a nonce and its expiry under a MAC. So requests for options,
 * which anyone may send, neither read nor write the database. Only an accepted answer has a row, which makes the
 * challenge single-use (decision 91).
 */
export class PasskeyChallenges {
  readonly #keyring: Keyring
  readonly #clock: Clock

  constructor({ keyring, clock }: { keyring: Keyring; clock: Clock }) {
    this.#keyring = keyring
    this.#clock = clock
  }

  issue(binding: ChallengeBinding): IssuedChallenge {
    const nonce = newHandle()
    const expires = after(this.#clock.now(), challengeLifetime).getTime().toString(36)
    const mac = this.#keyring.mark(macPurpose, macText(binding, nonce, expires))
    return {
      session: `${nonce}.${expires}.${mac}`,
      challenge: challengeOf(textOf(binding, nonce)),
    }
  }

  /** Throws `passkey-challenge-expired` for a forged or expired handle, and for one with another binding. */
  open(session: string, binding: ChallengeBinding): OpenedChallenge {
    const [nonce = '', expires = '', mac = ''] = session.split('.')
    const expiresAt = new Date(Number.parseInt(expires, 36))
    if (
      !this.#keyring.isMark(mac, macPurpose, macText(binding, nonce, expires)) ||
      expiresAt <= this.#clock.now()
    )
      throw new Problem('passkey-challenge-expired')
    const statement = textOf(binding, nonce)
    return {
      challenge: challengeOf(statement),
      statement,
      used: { digest: digestOf(nonce), expiresAt },
    }
  }
}

const macPurpose = 'passkey-challenge'

/** Contains everything that the challenge is bound to, except the operations, which the signature proves. */
function macText(
  { purpose, ...binding }: ChallengeBinding,
  nonce: string,
  expires: string,
): string {
  const { session_id, company_id, spid }: Partial<SignedStatement> = binding
  return canonicalJson({
    purpose,
    nonce,
    expires,
    session_id: session_id ?? null,
    company_id: company_id ?? null,
    spid: spid ?? null,
  })
}

function textOf(binding: ChallengeBinding, nonce: string): string {
  return binding.purpose === 'confirmation'
    ? statementText({ ...binding, nonce })
    : canonicalJson({ ...binding, nonce })
}

const challengeOf = (statement: string): string => hash('sha256', statement, 'base64url')
