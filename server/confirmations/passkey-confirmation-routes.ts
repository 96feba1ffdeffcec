import type { confirmations } from '../../contract/confirmations.ts'
import type { ConfirmedOperation } from '../../contract/confirmed-operation.ts'
import type { Assertion } from '../../contract/webauthn.ts'
import type { SignedValue } from '../audit/signed-confirmation.ts'
import type { Config } from '../config.ts'
import { writeParts } from '../database/write-parts.ts'
import type { ChallengeBinding, PasskeyChallenges } from '../passkeys/passkey-challenges.ts'
import { passkeyInEvent } from '../passkeys/passkey-in-event.ts'
import { findPasskey, listPasskeys, useChallenge, usePasskey } from '../passkeys/passkey-queries.ts'
import { relyingPartyOf, requestOptionsFor } from '../passkeys/relying-party.ts'
import { exportPublicKey, verifyAssertion } from '../passkeys/verify-passkey.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import type { SignedInPrincipal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Clock } from '../shared/clock.ts'
import { confirm, namedOperations } from './new-confirmation.ts'

type PasskeyConfirmationHandlers = Pick<
  Handlers<typeof confirmations>,
  'userLocalValidatePasskeyOptions' | 'userLocalValidatePasskey'
>

/**
 * Confirmation of identity by a signature: the challenge is a hash of the writes, so the passkey signs them. The
 * signature is stored with the event, and `npm run audit:verify` verifies it (decision 91).
 */
export function passkeyConfirmationRoutes(parts: {
  config: Pick<Config, 'publicUrl' | 'brand'>
  passkeyChallenges: PasskeyChallenges
  clock: Clock
}): PasskeyConfirmationHandlers {
  const { passkeyChallenges: challenges, clock } = parts
  const party = relyingPartyOf(parts.config)
  return {
    async userLocalValidatePasskeyOptions({ db, who, body }) {
      const own = await listPasskeys(db, who.userId)
      const { session, challenge } = challenges.issue(bindingOf(who, body.operations))
      return { session, options: requestOptionsFor(party, challenge, own) }
    },

    userLocalValidatePasskey: transaction({
      async beforeTransaction({ db, who, body, audit }) {
        const operations = namedOperations(body.operations)
        audit({ target: `user:${who.userId}`, after: { operations } })
        const opened = challenges.open(body.session, bindingOf(who, body.operations))
        const found = await findPasskey(db, Buffer.from(body.credential.id, 'base64url'))
        const use =
          found?.id === who.userId && !found.federated
            ? await verifyAssertion(party, opened.challenge, body.credential, found)
            : undefined
        if (!found || !use) throw new Problem('passkey-refused', { recorded: true })
        const signed = await signedBy(found.public_key, opened.statement, body.credential)
        audit({ after: { operations, ...passkeyInEvent(found, use) }, signed: { ...signed } })
        return { used: opened.used, passkeyId: found.passkey_id, use }
      },
      async run({ db, who, body }, { used, passkeyId, use }) {
        const now = clock.now()
        if (!(await useChallenge(db, used))) throw new Problem('passkey-challenge-expired')
        if (!(await usePasskey(db, passkeyId, use, now))) throw new Problem('passkey-refused')
        const { code, write } = confirm(who, 'passkey', body.operations, now)
        await writeParts(db, write)
        return { code }
      },
    }),
  }
}

/** What the signature is bound to: these writes, in this session, for the company of this tab. */
function bindingOf(
  { session, place }: SignedInPrincipal,
  operations: readonly ConfirmedOperation[],
): ChallengeBinding {
  return {
    purpose: 'confirmation',
    session_id: session.id,
    company_id: place?.companyId,
    spid: place?.spid ?? undefined,
    operations,
  }
}

async function signedBy(
  publicKey: Buffer,
  statement: string,
  { response }: Assertion,
): Promise<SignedValue> {
  return {
    statement,
    authenticator_data: response.authenticatorData,
    client_data_json: response.clientDataJSON,
    signature: response.signature,
    public_key: await exportPublicKey(publicKey),
  }
}
