import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '../../contract/webauthn.ts'

/** Loads the library at the first use, so that it adds nothing to the first load of a page. */
const load = () => import('./webauthn-library.ts')

/**
 * Asks the browser to create a passkey. Rejects with an error for `passkeyMessage`. A later request aborts this one.
 */
export async function createPasskey(options: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await load()
  // The contract accepts any string as a transport, because authenticators may report unknown ones.
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
