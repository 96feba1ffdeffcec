import { z } from 'zod'
import { storage } from '../storage.ts'
import { federatedStartAddress } from './federated-start.ts'
import { federationMessage, federationProblem } from './federation-problem.ts'

const popupSize = 'popup,width=600,height=600'

/**
 * What the popup tells: the proof of a fresh authentication, or why there is none. By a channel of this origin and not to
 * its opener, which the policies of the pages in between may have cut off.
 */
const popupMessage = z.union([
  z.strictObject({ proof: z.string().min(1) }),
  z.strictObject({ problem: federationProblem }),
])
export type PopupMessage = z.output<typeof popupMessage>

const channelName = 'portaria-federated-popup'

/** The popup could not do its part; the message is for the person. */
export class PopupFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PopupFailed'
  }
}

/**
 * Opens the 600×600 popup (portal.md §2) and answers the proof that it comes back with. To be called in the click itself:
 * browsers block what is opened later.
 */
export async function proveByPopup(signal: AbortSignal): Promise<string> {
  storage.set('loginState', 'validating')
  const popup = open(federatedStartAddress('validating'), 'portaria-popup', popupSize)
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
    return await promise
  } finally {
    channel.close()
    storage.remove('loginState')
  }
}

/** In the popup, when it is back: stores the flag, tells the page that waits, and closes (portal.md §4). */
export function reportFromPopup(message: PopupMessage): void {
  storage.set('loginState', 'proof' in message ? 'validated' : 'refused')
  const channel = new BroadcastChannel(channelName)
  // A channel reaches its own origin and no other.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message)
  channel.close()
  window.close()
}
