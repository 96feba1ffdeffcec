import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '../../contract/webauthn.ts'

/** Loaded at the first use, so that pages without it are not heavier. */
const load = () => import('./webauthn-library.ts')

/**
 * Asks the browser to create a passkey. Rejects with an error that `passkeyMessage` puts into words. A new request of
 * this kind aborts the previous one.
 */
export async function createPasskey(options: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await load()
  // Transports are any strings in the contract, because authenticators may invent further ones.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, type, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}

/**
 * Asks the browser for an assertion of a passkey. With `autofill`, the browser offers passkeys in the field that allows
 * it, and the promise stays pending until the user chooses one. Rejects like `createPasskey`.
 */
export async function assertPasskey(
  options: RequestOptions,
  { autofill = false }: { autofill?: boolean } = {},
): Promise<Assertion> {
  const { startAuthentication } = await load()
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: autofill,
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}
