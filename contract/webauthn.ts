import { z } from 'zod'

/**
 * JSON forms of WebAuthn Level 3, as `PublicKeyCredential.toJSON()` and `parseRequestOptionsFromJSON()` use them. Bytes
 * are base64url without padding. Members that the server does not use are ignored, because browsers add further ones.
 */

/** Schema of bytes in base64url. `max` is the maximum number of characters. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/)

/** At most 1023 bytes (WebAuthn §4, credential ID). */
const credentialId = bytes(1364)

const credential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
})

/** A new passkey, from `navigator.credentials.create()`. */
export const attestation = credential.extend({
  response: z.object({
    clientDataJSON: bytes(2000),
    attestationObject: bytes(6000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

/** Proof that a passkey was used, from `navigator.credentials.get()`. */
export const assertion = credential.extend({
  response: z.object({
    clientDataJSON: bytes(2000),
    authenticatorData: bytes(1000),
    signature: bytes(1000),
    userHandle: bytes(100).optional(),
  }),
})

export type Attestation = z.output<typeof attestation>
export type Assertion = z.output<typeof assertion>

const descriptor = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
})

/** Options for `navigator.credentials.create()`. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  /** Milliseconds. */
  timeout: z.int(),
  /** Passkeys that the user already has. */
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** Options for `navigator.credentials.get()`. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty at the sign-in: the authenticator finds the passkey. */
  allowCredentials: z.array(descriptor),
})

export type CreationOptions = z.output<typeof creationOptions>
export type RequestOptions = z.output<typeof requestOptions>
