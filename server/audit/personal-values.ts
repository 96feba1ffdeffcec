import { createHash, randomBytes } from 'node:crypto'
import type { JsonValue } from '../../database/database-types.ts'

/** Personal values of an event by name: address, before, after, a typed target, and a signature. */
type PersonalValues = Readonly<Record<string, JsonValue | undefined>>

/** A personal value, stored until it is erased. */
export interface KeptValue {
  name: string
  /** The exact JSON text from which the commitment is computed. */
  value: string
  salt: Buffer
}

/** Returns the commitment to a value. The value cannot be guessed from it, but can be verified with the salt. */
export function commitmentTo({ salt, value }: Pick<KeptValue, 'salt' | 'value'>): string {
  return createHash('sha256').update(salt).update(value).digest('base64')
}

/** Returns the personal values to store, and the commitments that replace them in the event. */
export function commitTo(values: PersonalValues) {
  const kept = Object.entries(values).flatMap(([name, value]): KeptValue[] =>
    value === undefined ? [] : [{ name, value: JSON.stringify(value), salt: randomBytes(32) }],
  )
  return {
    kept,
    commitments: Object.fromEntries(kept.map((each) => [each.name, commitmentTo(each)])),
  }
}

/**
 * Separates a target that may be personal. Record ids are not personal, but typed text may be, such as
 * `email:ana@example.com`.
 */
export function splitTarget(target: string | undefined): {
  target: string | null
  personal: { target?: string }
} {
  if (target === undefined) return { target: null, personal: {} }
  if (/^[a-z-]+:(\d+|[0-9a-f-]{36})$/.test(target)) return { target, personal: {} }
  return { target: null, personal: { target } }
}
