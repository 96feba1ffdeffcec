import { z } from 'zod'
import type { Keyring, Sealed } from '../secrets/keyring.ts'
import { tracer } from '../shared/trace.ts'
import type { Message } from './outbox-queries.ts'

/** The parts of a message that are encrypted. */
const messageText = z.object({
  text: z.string(),
  html: z.string().optional(),
  trace: z.string().optional(),
})
export type MessageText = Pick<Message, 'text' | 'html'>

/** A decrypted message text. */
interface OpenedText extends MessageText {
  /** Identifies the span in which the message was written (`Span.parent`). */
  trace?: string
}

/**
 * Encrypts a message text, because it carries codes and temporary passwords. Adds the current span, so that the trace of
 * the delivery links to it, whichever process delivers the message.
 */
export function sealText(keyring: Keyring, id: string, { text, html }: MessageText): Sealed {
  return keyring.seal(
    JSON.stringify({ text, html, trace: tracer?.current()?.parent }),
    messageContext(id),
  )
}

/** Decrypts a message text. Throws if the key is missing or the text belongs to another message. */
export function openText(keyring: Keyring, id: string, sealed: Sealed): OpenedText {
  const { text, html, trace } = messageText.parse(
    JSON.parse(keyring.open(sealed, messageContext(id))),
  )
  return { text, ...(html !== undefined && { html }), ...(trace !== undefined && { trace }) }
}

/** Returns the context to which the encrypted text is bound. */
export const messageContext = (id: string): string => `message:${id}`
