import { z } from 'zod'
import { storage } from '../storage.ts'
import { startFederatedFlow } from './federated-flow.ts'
import { federationCodes, federationMessage } from './federation-problem.ts'

const popupSize = 'popup,width=600,height=600'

/**
 * Message of the popup: proof of a fresh sign-in, or the problem. Sent over a same-origin BroadcastChannel, because the
 * provider's pages may have severed `window.opener` by their policies.
 */
const popupMessage = z.union([
  z.strictObject({ proof: z.string().min(1) }),
  z.strictObject({ problem: z.enum(federationCodes) }),
])
export type PopupMessage = z.output<typeof popupMessage>

const channelName = 'portaria-federated-popup'

/** The popup returned no proof. The message is shown to the user. */
export class PopupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PopupError'
  }
}

/**
 * Opens the 600×600 popup (portal.md §2) and resolves to the proof that the popup returns. Must be called directly in a
 * click handler, because browsers block windows that open later.
 */
export async function proveByPopup(signal: AbortSignal): Promise<string> {
  storage.set('loginState', 'validating')
  const popup = open('', 'portaria-popup', popupSize)
  if (!popup) throw new PopupError('O navegador bloqueou a janela. Permita pop-ups deste site.')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { data: message } = popupMessage.safeParse(data)
    if (!message) return
    if ('proof' in message) resolve(message.proof)
    else reject(new PopupError(federationMessage(message.problem)))
  })
  signal.addEventListener('abort', () => {
    popup.close()
    reject(new PopupError('Erro ao validar senha'))
  })
  try {
    const [proof] = await Promise.all([promise, sendToProvider(popup)])
    return proof
  } finally {
    channel.close()
    storage.remove('loginState')
  }
}

/** Closes the popup on failure, as it would be blank. */
async function sendToProvider(popup: Window): Promise<void> {
  try {
    popup.location.replace(await startFederatedFlow({ purpose: 'validating' }))
  } catch (error) {
    popup.close()
    throw error
  }
}

/**
 * Runs in the popup after it returns from the provider: stores the flag, notifies the waiting page, and closes
 * (portal.md §4).
 */
export function reportFromPopup(message: PopupMessage): void {
  storage.set('loginState', 'proof' in message ? 'validated' : 'refused')
  const channel = new BroadcastChannel(channelName)
  // A BroadcastChannel reaches only its own origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message)
  channel.close()
  window.close()
}
