import type { AuditEvent } from '../../contract/trail.ts'
import { trailDifference } from '../../contract/trail-difference.ts'
import { recordKindName } from '../../contract/trail-records.ts'
import { readUserAgent } from '../sessions/read-user-agent.ts'
import type { Change } from '../ui/change-list.tsx'

/** What stands for a value that was erased (LGPD). */
export const erasedWord = 'apagado'

/** Who did it. Nobody is signed in at a sign-in; of others than one's own company the number alone is known. */
export function whoOf({ user }: AuditEvent): string {
  if (!user) return 'Sem sessão'
  return user.name ?? `Usuário nº ${user.id}`
}

/** What it was done to; empty where that has no name and no number. */
export function recordOf({ record, erased }: AuditEvent): string {
  if (erased.includes('target')) return erasedWord
  if (!record) return ''
  return `${recordKindName(record.kind)} ${record.name ?? shownId(record)}`
}

/** A random id says nothing to people but that it is the same. */
const shownId = ({ id }: { id: string }) => (/^[0-9a-f-]{36}$/.test(id) ? id.slice(0, 8) : id)

/** As the filter names it; nothing where it is no record that can be asked for. */
export function recordKey({ record }: AuditEvent): string | undefined {
  return record && /^(\d{1,10}|[0-9a-f-]{36})$/.test(record.id)
    ? `${record.kind}:${record.id}`
    : undefined
}

export function addressOf({ address, erased }: AuditEvent): string {
  return erased.includes('address') ? erasedWord : (address ?? '')
}

export const deviceOf = ({ user_agent }: AuditEvent): string =>
  user_agent ? readUserAgent(user_agent) : ''

const confirmations: Readonly<Record<string, string>> = {
  password: 'Senha',
  federated: 'Provedor de identidade',
}

/** How identity was confirmed for it. */
export const confirmationOf = ({ confirmed_by }: AuditEvent): string =>
  confirmed_by === null ? '' : (confirmations[confirmed_by] ?? confirmed_by)

/** What it changed, as differences are shown. */
export function changesOf({ before, after, erased }: AuditEvent): Change[] {
  const gone = [
    ...(erased.includes('before') ? [{ label: 'Antes', from: '', to: erasedWord }] : []),
    ...(erased.includes('after') ? [{ label: 'Depois', from: '', to: erasedWord }] : []),
  ]
  // Half of a difference would read as if everything had been made, or taken away.
  if (gone.length > 0) return [...gone, ...kept(trailDifference(before, after))]
  return kept(trailDifference(before, after))
}

const kept = (changes: readonly { label: string; from: string; to: string }[]): Change[] =>
  changes.map((change) => ({ ...change, to: change.to === '' ? '(vazio)' : change.to }))
