/**
 * The parts of the WebAuthn library that are used, in one module: the build then leaves out the rest. Imported at the
 * first use of a passkey.
 */
export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
export {
  decodeAttestationObject,
  decodeCredentialPublicKey,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers'
