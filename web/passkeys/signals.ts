import type { sendSignal as librarySendSignal } from '@simplewebauthn/browser'
import { supportsPasskeys } from './passkey-support.ts'

type Signal = Parameters<typeof librarySendSignal>[0]

/** Method of `PublicKeyCredential` for each signal. Only some browsers have them. */
const methods = {
  unknownCredential: 'signalUnknownCredential',
  allAcceptedCredentials: 'signalAllAcceptedCredentials',
  currentUserDetails: 'signalCurrentUserDetails',
} as const satisfies Record<Signal['signalName'], string>

/**
 * Tells the browser which passkeys exist, so that it removes or renames its own (WebAuthn Level 3, §5.1.10). Does
 * nothing in browsers without it; a failure changes nothing for the user, so it is only logged.
 */
export async function sendSignal(signal: Signal): Promise<void> {
  if (!supportsPasskeys() || !(methods[signal.signalName] in PublicKeyCredential)) return
  try {
    const library = await import('./webauthn-library.ts')
    await library.sendSignal(signal)
  } catch (error) {
    console.warn(error)
  }
}
