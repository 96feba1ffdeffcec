import { z } from 'zod'
import type { Keyring, Sealed } from '../secrets/keyring.ts'
import type { Message } from './outbox-queries.ts'

/** What of a message is a secret. */
const messageText = z.object({ text: z.string(), html: z.string().optional() })
export type MessageText = Pick<Message, 'text' | 'html'>

/** Texts carry codes and temporary passwords: nobody who reads the table may read them. */
export function sealText(keyring: Keyring, id: string, { text, html }: MessageText): Sealed {
  return keyring.seal(JSON.stringify({ text, html }), contextOf(id))
}

/** Throws where the key is gone, or the text is another message's. */
export function openText(keyring: Keyring, id: string, sealed: Sealed): MessageText {
  const { text, html } = messageText.parse(JSON.parse(keyring.open(sealed, contextOf(id))))
  return { text, ...(html !== undefined && { html }) }
}

const contextOf = (id: string): string => `message:${id}`
