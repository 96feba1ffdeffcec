import { createHash, randomBytes } from 'node:crypto'
import type { JsonValue } from '../../database/database-types.ts'

/** What is personal in an event, by its name: its address, what was before and after, a target that somebody typed. */
type PersonalValues = Readonly<Record<string, JsonValue | undefined>>

/** A value as it is kept until it is erased. */
export interface KeptValue {
  name: string
  /** JSON, exactly as it was committed to. */
  value: string
  salt: Buffer
}

/** What stands for a value in the log: nobody finds the value by trying, but whoever has value and salt can show them. */
export function commitmentTo({ salt, value }: Pick<KeptValue, 'salt' | 'value'>): string {
  return createHash('sha256').update(salt).update(value).digest('base64')
}

/** Takes what is personal out of an event: the values to keep, and the commitments that the event carries instead. */
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
 * A record, by its number or id, says nothing about anybody; what somebody typed may, such as `email:ana@example.com`.
 */
export function splitTarget(target: string | undefined): {
  target: string | null
  personal: { target?: string }
} {
  if (target === undefined) return { target: null, personal: {} }
  if (/^[a-z-]+:(\d+|[0-9a-f-]{36})$/.test(target)) return { target, personal: {} }
  return { target: null, personal: { target } }
}
