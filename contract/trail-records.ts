import { z } from 'zod'

/** What people call the records that events are about, by their kind: the part of `service:12` before the colon. */
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

/** What a kind is called. */
export const recordKindName = (kind: string): string =>
  recordKindNames[kind] ?? `Outro registro (${kind})`

/** The record that an event is about, as filters name it: `service:12`, or by a random id `session:…`. */
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

/** The two parts of `service:12`; what somebody typed may hold a colon of its own. */
export function recordParts(target: string): { kind: string; id: string } {
  const [kind = '', ...rest] = target.split(':')
  return { kind, id: rest.join(':') }
}
