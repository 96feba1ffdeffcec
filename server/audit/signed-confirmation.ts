import { createPublicKey, hash, verify } from 'node:crypto'
import { z } from 'zod'
import type { ConfirmedOperation } from '../../contract/confirmed-operation.ts'
import { canonicalJson } from './canonical-json.ts'

/** What a passkey signs to confirm writes. */
export interface SignedStatement {
  purpose: 'confirmation'
  session_id: string
  /** Company and SPID of the token; absent for an initial token. */
  company_id?: number | undefined
  spid?: string | undefined
  /** Random, so that no two challenges are equal. */
  nonce: string
  operations: readonly ConfirmedOperation[]
}

/**
 * Returns the text whose SHA-256 is the WebAuthn challenge: canonical JSON (RFC 8785) of the statement without absent
 * members. docs/security/passkeys.md documents it for verifiers.
 */
export function statementText(statement: SignedStatement): string {
  return canonicalJson({
    ...statement,
    company_id: statement.company_id ?? null,
    spid: statement.spid ?? null,
    operations: statement.operations.map((operation) => ({ ...operation })),
  })
}

/** The value `signed` of an audit event. Bytes are base64url. */
const signedValue = z.object({
  statement: z.string(),
  authenticator_data: z.string(),
  client_data_json: z.string(),
  signature: z.string(),
  /** SubjectPublicKeyInfo (RFC 5280) in DER. */
  public_key: z.string(),
})

export type SignedValue = z.output<typeof signedValue>

const statementShape = z.object({
  purpose: z.literal('confirmation'),
  session_id: z.string(),
  company_id: z.int().optional(),
  operations: z.array(z.object({ method: z.string(), path: z.string() })).min(1),
})
const clientDataShape = z.object({ type: z.literal('webauthn.get'), challenge: z.string() })

/** The columns and the value `after` of the event that contains the signature. */
export interface SignedEvent {
  session_id: string | null
  company_id: number | null
  /** Undefined if it was erased. */
  after: unknown
}

/** Result of a verification: what was signed, as `PUT /service/7`, or why the signature proves nothing. */
export type SignatureCheck = { operations: string[] } | { broken: string }

/** Verifies the signature of an event without the server and without the database. */
export function checkSigned(json: string, event: SignedEvent): SignatureCheck {
  const signed = signedValue.safeParse(parse(json)).data
  if (!signed) return { broken: 'has a signature that cannot be read' }
  const statement = statementShape.safeParse(parse(signed.statement)).data
  if (!statement) return { broken: 'has a signature of something else than a confirmation' }
  if (!isSignatureOf(signed)) return { broken: 'has a signature that does not verify' }
  if (
    statement.session_id !== event.session_id ||
    (statement.company_id ?? null) !== event.company_id
  )
    return { broken: 'has a signature of another session or company' }
  const operations = statement.operations.map(({ method, path }) => `${method} ${path}`)
  const named = namedOperations.safeParse(event.after).data?.operations
  if (named && named.join('\n') !== operations.join('\n'))
    return { broken: 'has a signature of other operations' }
  return { operations }
}

const namedOperations = z.object({ operations: z.array(z.string()) })

/** Whether the passkey signed the statement with the user verified (WebAuthn §7.2). */
function isSignatureOf(signed: SignedValue): boolean {
  const clientData = bytesOf(signed.client_data_json)
  const client = clientDataShape.safeParse(parse(clientData.toString())).data
  if (client?.challenge !== hash('sha256', signed.statement, 'base64url')) return false
  const authenticatorData = bytesOf(signed.authenticator_data)
  const flags = authenticatorData[32] ?? 0
  if ((flags & userPresentAndVerified) !== userPresentAndVerified) return false
  try {
    const key = createPublicKey({ key: bytesOf(signed.public_key), format: 'der', type: 'spki' })
    const data = Buffer.concat([authenticatorData, hash('sha256', clientData, 'buffer')])
    const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
    return verify(algorithm, data, key, bytesOf(signed.signature))
  } catch {
    return false
  }
}

/** Bits UP and UV of the authenticator data's flags. */
const userPresentAndVerified = 0b101

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')

/** Parses JSON. Text that is not JSON is undefined. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
