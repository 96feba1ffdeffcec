import type { passkeys } from '../../contract/passkeys.ts'
import type { Assertion } from '../../contract/webauthn.ts'
import type { Db } from '../database/database.ts'
import { type Handlers, statement } from '../pipeline/handler.ts'
import { Problem } from '../pipeline/problem.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { OpenedChallenge } from './passkey-challenges.ts'
import { passkeyInEvent } from './passkey-in-event.ts'
import { enteringByPasskey, findPasskey, type FoundPasskey } from './passkey-queries.ts'
import type { PasskeyParts } from './passkey-routes.ts'
import { type RelyingParty, relyingPartyOf, requestOptionsFor } from './relying-party.ts'
import { withBrowserNotice } from '../sessions/unknown-browser.ts'
import { type PasskeyUse, verifyAssertion } from './verify-passkey.ts'

type SignInHandlers = Pick<Handlers<typeof passkeys>, 'authPasskeyOptions' | 'authPasskey'>

/**
 * Sign-in by passkey alone. With user verification a passkey is two factors, so it needs no captcha and no code, and an
 * expired password does not matter.
 */
export function passkeySignIn(parts: PasskeyParts): SignInHandlers {
  const { passkeyChallenges: challenges, sessions, rateLimiter, devices, clock, keyring } = parts
  const links = { keyring, publicUrl: parts.config.publicUrl }
  const party = relyingPartyOf(parts.config)
  const purpose = { purpose: 'sign-in' } as const
  return {
    authPasskeyOptions() {
      const { session, challenge } = challenges.issue(purpose)
      return Promise.resolve({ session, options: requestOptionsFor(party, challenge) })
    },

    authPasskey: statement(async ({ db, body, request, audit, setBrowser, setHeader }) => {
      const { address } = request
      const opened = await countRefusal(rateLimiter, address, () =>
        Promise.resolve(challenges.open(body.session, purpose)),
      )
      const { found, use } = await countRefusal(rateLimiter, address, () =>
        prove(db, party, body.credential, opened),
      )
      audit({ target: `user:${found.id}`, userId: found.id, after: passkeyInEvent(found, use) })
      if (!maySignIn(found))
        throw new Problem('passkey-refused', {
          recorded: true,
          audited: await rateLimiter.isAudited('handle', address),
        })
      const now = clock.now()
      const entering = enteringByPasskey(found, use, opened.used, now)
      const { write, begun } = await sessions.prepare(
        { user: found, method: 'passkey', amr: ['pop', 'user', 'mfa'], request },
        withBrowserNotice(entering, found, request, { devices, links, now }),
      )
      audit({ sessionId: begun.sessionId })
      return {
        write,
        output: { access_token: begun.accessToken, decodedToken: begun.decodedToken },
        onCommitted() {
          setBrowser(begun.browser)
          setHeader('set-cookie', devices.issue(found.email))
        },
      }
    }),
  }
}

/**
 * Returns the passkey of a valid assertion. Throws `passkey-refused` for an unknown passkey or an invalid assertion, and
 * `passkey-challenge-expired` if the challenge was used.
 */
async function prove(
  db: Db,
  party: RelyingParty,
  credential: Assertion,
  { challenge, used }: OpenedChallenge,
): Promise<{ found: FoundPasskey; use: PasskeyUse }> {
  const found = await findPasskey(db, Buffer.from(credential.id, 'base64url'), used.digest)
  if (found?.challenge_used) throw new Problem('passkey-challenge-expired')
  const use = found && (await verifyAssertion(party, challenge, credential, found, { named: true }))
  if (!use) throw new Problem('passkey-refused')
  return { found, use }
}

/**
 * Whether the account may sign in by passkey. An invitation that was not accepted, or a reset by an administrator, has
 * left a temporary password: until it is replaced, the passkey must not bypass the reset (decision 91).
 */
function maySignIn({ active, suspended, federated, has_own_password }: FoundPasskey): boolean {
  return active && !suspended && !federated && Boolean(has_own_password)
}

/**
 * Counts a refusal for the network. Past 1,000 an hour, a network is admitted once a second, before any work.
 */
async function countRefusal<T>(
  rateLimiter: RateLimiter,
  address: string,
  decide: () => Promise<T>,
): Promise<T> {
  rateLimiter.requireTurn('handle', address)
  try {
    return await decide()
  } catch (error) {
    if (error instanceof Problem) await rateLimiter.consumeForNetwork('handle', address)
    throw error
  }
}
