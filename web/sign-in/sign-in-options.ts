import { startCall } from '../api/api-client.ts'

/** Milliseconds that the sign-in waits for its options before it is shown without them. */
const maxWait = 300

/**
 * Reads the ways to sign in before the screen is rendered, so that its card does not grow when 'Acesso Federado' arrives
 * (decision 73).
 */
export const awaitSignInOptions = (): Promise<void> =>
  Promise.race([
    startCall('signInOptions'),
    new Promise<void>((resolve) => setTimeout(resolve, maxWait)),
  ])
