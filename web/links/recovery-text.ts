import type { Recovery } from '../../contract/recoveries.ts'
import { formatInstant } from '../../contract/shown.ts'

/** Names of recoveries, by what they do. */
export const recoveryNames: Readonly<Record<Recovery['kind'], string>> = {
  password: 'Criação de uma nova senha',
  factors: 'Remoção das chaves de acesso, do aplicativo e dos códigos',
}

const origins: Readonly<Record<Recovery['origin'], string>> = {
  'secret-answer': 'com a resposta secreta',
  user: 'pela própria pessoa',
  other: 'por quem administra a conta',
}

/** Who started a recovery and when, as a sentence. */
export function recoveryOrigin({ origin, started_by, started_at }: Recovery): string {
  const by = started_by === null ? origins[origin] : `por ${started_by}`
  return `Iniciada em ${formatInstant(started_at)}, ${by}.`
}

/** When a recovery takes effect, as a sentence. */
export function recoveryEffect({ effective, waits_until, expires_at }: Recovery): string {
  if (effective) return `Já pode ser usada, até ${formatInstant(expires_at)}.`
  return waits_until === null
    ? 'Precisa de uma segunda prova ou de aprovação.'
    : `Fica possível em ${formatInstant(waits_until)}, ou antes com uma segunda prova ou aprovação.`
}
