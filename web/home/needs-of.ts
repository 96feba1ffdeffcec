import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { nearlyFull } from '../../contract/home.ts'
import type { RecordTarget } from '../links/record-link.tsx'
import {
  toMasterDelegation,
  toMessageList,
  toNetworkList,
  toResetPassword,
  toSecretManagement,
  toTokenManagement,
  toUserEdit,
  toUserListWithoutAccess,
  toUserSeats,
} from '../paths.ts'
import { boundedCount } from '../ui/bounded-count.ts'
import { formatDay } from '../ui/format-date.ts'

export type HomeAnswer = SuccessOf<Api['homeGet']>

/** One of those that a need counts, with the screen that acts on it where that is another than the need's. */
interface Named {
  key: number | string
  name: string
  note?: string
  to?: RecordTarget
}

/** Something that asks for the person's attention: what, how many, and where something is done about it. */
export interface Need {
  key: keyof HomeAnswer | 'password' | 'delegation'
  text: string
  to?: RecordTarget
  named: Named[]
  /** How many more there are than are named. */
  others: boolean
}

/** What needs the person, the most pressing first; empty where nothing does. */
export function needsOf(answer: HomeAnswer): Need[] {
  return [
    ...own(answer),
    ...seats(answer),
    ...ending(answer),
    ...people(answer),
    ...operating(answer),
  ]
}

const dayOf = (instant: string) => formatDay(new Date(instant))

function own({ own: { password_ends_at: password, delegation } }: HomeAnswer): Need[] {
  const alone = { named: [], others: false }
  return [
    ...(password
      ? [
          {
            key: 'password' as const,
            text: `Sua senha expira em ${dayOf(password)}`,
            to: toResetPassword(),
            ...alone,
          },
        ]
      : []),
    ...(delegation
      ? [
          {
            key: 'delegation' as const,
            text: `Sua delegação de usuário master em ${delegation.company.name} termina em ${dayOf(delegation.ends_at)}`,
            ...alone,
          },
        ]
      : []),
  ]
}

function seats({ seats: told }: HomeAnswer): Need[] {
  if (!told || told.nearly_full === 0) return []
  const pressed = told.places.filter(({ used, limit }) => used > 0 && used >= limit * nearlyFull)
  const named = pressed.slice(0, 3).map(({ company, module, used, limit }) => ({
    key: `${company.id}/${module.id}`,
    name: `${module.name} em ${company.name}`,
    note: `${used} de ${limit}`,
    to: toUserSeats(company.id),
  }))
  return [
    {
      key: 'seats',
      text: boundedCount(
        { count: told.nearly_full, more: false },
        'módulo com licenças quase no fim ou acima do limite',
        'módulos com licenças quase no fim ou acima do limite',
      ),
      named,
      others: told.nearly_full > named.length,
    },
  ]
}

interface Some<Row> {
  count: number
  more: boolean
  rows: Row[]
}

/** The need of those that were counted, if there are any. */
function some<Row>(
  key: Need['key'],
  counted: Some<Row> | null,
  [one, many]: readonly [one: string, many: string],
  name: (row: Row) => Named,
  to?: RecordTarget,
): Need[] {
  if (!counted || counted.count === 0) return []
  return [
    {
      key,
      text: boundedCount(counted, one, many),
      ...(to && { to }),
      named: counted.rows.map(name),
      others: counted.more || counted.count > counted.rows.length,
    },
  ]
}

function ending({ delegations, tokens, secrets }: HomeAnswer): Need[] {
  return [
    ...some(
      'delegations',
      delegations,
      ['delegação termina em até 7 dias', 'delegações terminam em até 7 dias'],
      ({ id, user, company, ends_at }) => ({
        key: id,
        name: `${user.name} em ${company.name}`,
        note: `até ${dayOf(ends_at)}`,
      }),
      toMasterDelegation(),
    ),
    ...some(
      'tokens',
      tokens,
      ['token expira em até 7 dias', 'tokens expiram em até 7 dias'],
      ({ id, user, ends_at }) => ({
        key: id,
        name: user.name,
        note: `em ${dayOf(ends_at)}`,
        to: toTokenManagement(user.id),
      }),
    ),
    ...some(
      'secrets',
      secrets,
      [
        'módulo com secret nunca usada ou com mais de um ano',
        'módulos com secret nunca usada ou com mais de um ano',
      ],
      ({ id, name, service_id, created_at, unused }) => ({
        key: id,
        name,
        note: unused ? 'nunca usada' : `de ${dayOf(created_at)}`,
        to: toSecretManagement(id, service_id),
      }),
    ),
  ]
}

function people({ without_access: without, invitations }: HomeAnswer): Need[] {
  return [
    ...some(
      'invitations',
      invitations,
      [
        'pessoa convidada há mais de 7 dias ainda não entrou',
        'pessoas convidadas há mais de 7 dias ainda não entraram',
      ],
      ({ id, name, created_at }) => ({
        key: id,
        name,
        note: `desde ${dayOf(created_at)}`,
        to: toUserEdit(id),
      }),
    ),
    ...some(
      'without_access',
      without && { ...without, rows: [] },
      [
        'pessoa ativa sem acesso há mais de 90 dias',
        'pessoas ativas sem acesso há mais de 90 dias',
      ],
      nobody,
      toUserListWithoutAccess(),
    ),
  ]
}

function operating({ messages, networks }: HomeAnswer): Need[] {
  return [
    ...some(
      'messages',
      messages && { ...messages, rows: [] },
      ['mensagem não chega ao destino', 'mensagens não chegam ao destino'],
      nobody,
      toMessageList(),
    ),
    ...some(
      'networks',
      networks && { ...networks, rows: [] },
      [
        'rede em espera por muitas tentativas recusadas',
        'redes em espera por muitas tentativas recusadas',
      ],
      nobody,
      toNetworkList(),
    ),
  ]
}

/** Of what is counted alone nobody is named. */
const nobody = (row: never): Named => row
