import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { Attestation, CreationOptions } from '../../contract/webauthn.ts'

/** Loaded at the first use, so that pages without it are not heavier. */
const load = () => import('@simplewebauthn/browser')

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
