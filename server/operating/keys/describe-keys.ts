import type { SigningKeyState } from '../../sessions/signing-key-rotation.ts'
import { encryptedTables, type UsedKey } from '../backup/encrypted-values.ts'

export interface KeyReport {
  /** The signing keys, the newest first. */
  signing: readonly SigningKeyState[]
  /** Ids of the keys in SECRETS_KEYS; the first one encrypts. */
  configured: readonly string[]
  /** Keys with which stored values are encrypted. */
  used: readonly Pick<UsedKey, 'id' | 'values'>[]
}

/** Describes the keys and what to do next, for the operator. */
export function describeKeys({ signing, configured, used }: KeyReport): string {
  const missing = used.filter(({ id }) => !configured.includes(id))
  const usedBy = (id: string) => used.find((one) => one.id === id)?.values ?? []
  return [
    'Signing keys:',
    ...signing.map((key) => `  ${key.kid}  ${describeSigningKey(key)}`),
    'Keys of SECRETS_KEYS:',
    ...configured.map((id, index) => `  ${id}  ${describeSecretsKey(usedBy(id), index === 0)}`),
    ...missing.map(({ id, values }) => `  ${id}  MISSING in SECRETS_KEYS; ${countOf(values)}`),
  ].join('\n')
}

function describeSigningKey({
  state,
  createdAt,
  activatedAt,
  trustedUntil,
}: SigningKeyState): string {
  if (state === 'announced')
    return `announced ${createdAt.toISOString()}: accepted, does not sign yet`
  if (state === 'active') return `active since ${activatedAt?.toISOString()}`
  return `retired: accepted until ${trustedUntil?.toISOString()}`
}

function describeSecretsKey(values: UsedKey['values'], isFirst: boolean): string {
  if (isFirst) return `encrypts; ${countOf(values)}`
  return values.length === 0
    ? 'unused: put it first if it is new and every process has it; remove it if it is old and every process has had another key first for 10 minutes'
    : `decrypts; ${countOf(values)}: run "npm run keys -- reencrypt" once every process has another key first`
}

function countOf(values: UsedKey['values']): string {
  if (values.length === 0) return 'no stored values'
  return values
    .map(({ table, count }) => `${count} × ${encryptedTables[table] ?? table}`)
    .join('; ')
}
