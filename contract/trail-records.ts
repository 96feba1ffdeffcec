import { z } from 'zod'

/** Labels of the record kinds of events; the kind is the part of `service:12` before the colon. */
export const recordKindNames: Readonly<Record<string, string>> = {
  service: 'Serviço',
  module: 'Módulo',
  function: 'Função',
  action: 'Ação',
  company: 'Empresa',
  plan: 'Plano',
  'plan-module': 'Módulo de plano',
  'loose-plan': 'Plano avulso',
  profile: 'Perfil',
  user: 'Usuário',
  session: 'Sessão',
  import: 'Importação',
  message: 'Mensagem',
  network: 'Rede',
  email: 'E-mail',
  list: 'Lista',
  'data-request': 'Pedido de correção',
  'audit-event': 'Evento',
  'audit-chain': 'Cadeia anterior',
}

/** Returns the label of a kind. */
export const recordKindName = (kind: string): string =>
  recordKindNames[kind] ?? `Outro registro (${kind})`

/** Record in a filter: `service:12`, or with a random id `session:…`. */
export const recordInQuery = z
  .string()
  .max(60)
  .regex(
    /^[a-z-]{1,20}:(\d{1,10}|[0-9a-f-]{36})$/,
    'Use o tipo e o número do registro, como service:12.',
  )
  .refine(
    (record) => Object.hasOwn(recordKindNames, recordParts(record).kind),
    'Tipo de registro desconhecido.',
  )

/** Splits `service:12` at the first colon; the id may contain colons. */
export function recordParts(target: string): { kind: string; id: string } {
  const [kind = '', ...rest] = target.split(':')
  return { kind, id: rest.join(':') }
}
