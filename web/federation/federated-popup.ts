import { z } from 'zod'
import { storage } from '../storage.ts'
import { beginFederatedTrip } from './federated-trip.ts'
import { federationCodes, federationMessage } from './federation-problem.ts'

const popupSize = 'popup,width=600,height=600'

/**
 * The message of the popup: the proof of a fresh sign-in, or why there is none. Sent over a channel of this origin, and
 * not to `window.opener`, which the policies of the provider's pages may have cut off.
 */
const popupMessage = z.union([
  z.strictObject({ proof: z.string().min(1) }),
  z.strictObject({ problem: z.enum(federationCodes) }),
])
export type PopupMessage = z.output<typeof popupMessage>

const channelName = 'portaria-federated-popup'

/** The popup brought no proof; the message is shown to the person. */
export class PopupFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PopupFailed'
  }
}

/**
 * Opens the 600×600 popup (portal.md §2) and answers the proof that it brings. To be called directly in the click
 * handler: browsers block a window that is opened later.
 */
export async function proveByPopup(signal: AbortSignal): Promise<string> {
  storage.set('loginState', 'validating')
  const popup = open('', 'portaria-popup', popupSize)
  if (!popup) throw new PopupFailed('O navegador bloqueou a janela. Permita pop-ups deste site.')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { data: message } = popupMessage.safeParse(data)
    if (!message) return
    if ('proof' in message) resolve(message.proof)
    else reject(new PopupFailed(federationMessage(message.problem)))
  })
  signal.addEventListener('abort', () => {
    popup.close()
    reject(new PopupFailed('Erro ao validar senha'))
  })
  try {
    const [proof] = await Promise.all([promise, sendToProvider(popup)])
    return proof
  } finally {
    channel.close()
    storage.remove('loginState')
  }
}

/** A window that can't be sent on has nothing to show. */
async function sendToProvider(popup: Window): Promise<void> {
  try {
    popup.location.replace(await beginFederatedTrip({ purpose: 'validating' }))
  } catch (error) {
    popup.close()
    throw error
  }
}

/**
 * Runs in the popup once it is back from the provider: stores the flag, tells the waiting page, and closes (portal.md
 * §4).
 */
export function reportFromPopup(message: PopupMessage): void {
  storage.set('loginState', 'proof' in message ? 'validated' : 'refused')
  const channel = new BroadcastChannel(channelName)
  // A channel reaches its own origin and no other.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message)
  channel.close()
  window.close()
}
