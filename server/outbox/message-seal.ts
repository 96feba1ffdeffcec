import { z } from 'zod'
import type { Keyring, Sealed } from '../secrets/keyring.ts'
import type { Message } from './outbox-queries.ts'

/** The parts of a message that are encrypted. */
const messageText = z.object({ text: z.string(), html: z.string().optional() })
export type MessageText = Pick<Message, 'text' | 'html'>

/** Encrypts a message text, because it carries codes and temporary passwords. */
export function sealText(keyring: Keyring, id: string, { text, html }: MessageText): Sealed {
  return keyring.seal(JSON.stringify({ text, html }), messageContext(id))
}

/** Decrypts a message text. Throws if the key is missing or the text belongs to another message. */
export function openText(keyring: Keyring, id: string, sealed: Sealed): MessageText {
  const { text, html } = messageText.parse(JSON.parse(keyring.open(sealed, messageContext(id))))
  return { text, ...(html !== undefined && { html }) }
}

/** Returns the context to which the encrypted text is bound. */
export const messageContext = (id: string): string => `message:${id}`
