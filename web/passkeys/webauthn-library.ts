/** The used part of the library, as a file of its own that is loaded when a passkey is created or used. */
export { sendSignal, startAuthentication, startRegistration } from '@simplewebauthn/browser'
