import { z } from 'zod'

/** A write that a client is about to send. A confirmation of identity is valid only for this write (rulings §5). */
export const confirmedOperation = z.strictObject({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  /** Path as in the contract, with its parameters filled in and without `/api`. */
  path: z.string().regex(/^\/[^\s]{1,300}$/),
  /** SHA-256 of the body in hexadecimal. Without a body, the hash of the empty string. */
  body_sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export type ConfirmedOperation = z.output<typeof confirmedOperation>
