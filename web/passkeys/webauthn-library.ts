/** The functions of the library that are in use, as a separate chunk: loaded when a passkey is created or used. */
export { sendSignal, startAuthentication, startRegistration } from '@simplewebauthn/browser'
