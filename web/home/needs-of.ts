import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { homeRowsMax, nearlyFull } from '../../contract/home.ts'
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
  /** Whether there are more than are named. */
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
  if (!told) return []
  const pressed = told.places.filter(({ used, limit }) => used > 0 && used >= limit * nearlyFull)
  const named = pressed.slice(0, homeRowsMax).map(({ company, module, used, limit }) => ({
    key: `${company.id}/${module.id}`,
    name: `${module.name} em ${company.name}`,
    note: `${used} de ${limit}`,
    to: toUserSeats(company.id),
  }))
  return counted(
    'seats',
    { count: told.nearly_full, more: false },
    [
      'módulo com licenças quase no fim ou acima do limite',
      'módulos com licenças quase no fim ou acima do limite',
    ],
    { named },
  )
}

interface Counted {
  count: number
  more: boolean
}

/** The need of those that were counted, if there are any. */
function counted(
  key: Need['key'],
  found: Counted | null,
  [one, many]: readonly [one: string, many: string],
  { to, named = [] }: { to?: RecordTarget; named?: Named[] | undefined },
): Need[] {
  if (!found || found.count === 0) return []
  const others = found.more || found.count > named.length
  return [{ key, text: boundedCount(found, one, many), ...(to && { to }), named, others }]
}

function ending({ delegations, tokens, secrets }: HomeAnswer): Need[] {
  return [
    ...counted(
      'delegations',
      delegations,
      ['delegação termina em até 7 dias', 'delegações terminam em até 7 dias'],
      {
        to: toMasterDelegation(),
        named: delegations?.rows.map(({ id, user, company, ends_at }) => ({
          key: id,
          name: `${user.name} em ${company.name}`,
          note: `até ${dayOf(ends_at)}`,
        })),
      },
    ),
    ...counted('tokens', tokens, ['token expira em até 7 dias', 'tokens expiram em até 7 dias'], {
      named: tokens?.rows.map(({ id, user, ends_at }) => ({
        key: id,
        name: user.name,
        note: `em ${dayOf(ends_at)}`,
        to: toTokenManagement(user.id),
      })),
    }),
    ...counted(
      'secrets',
      secrets,
      [
        'módulo com secret nunca usada ou com mais de um ano',
        'módulos com secret nunca usada ou com mais de um ano',
      ],
      {
        named: secrets?.rows.map(({ id, name, service_id, created_at, unused }) => ({
          key: id,
          name,
          note: unused ? 'nunca usada' : `de ${dayOf(created_at)}`,
          to: toSecretManagement(id, service_id),
        })),
      },
    ),
  ]
}

function people({ without_access: without, invitations }: HomeAnswer): Need[] {
  return [
    ...counted(
      'invitations',
      invitations,
      [
        'pessoa convidada há mais de 7 dias ainda não entrou',
        'pessoas convidadas há mais de 7 dias ainda não entraram',
      ],
      {
        named: invitations?.rows.map(({ id, name, created_at }) => ({
          key: id,
          name,
          note: `desde ${dayOf(created_at)}`,
          to: toUserEdit(id),
        })),
      },
    ),
    ...counted(
      'without_access',
      without,
      [
        'pessoa ativa sem acesso há mais de 90 dias',
        'pessoas ativas sem acesso há mais de 90 dias',
      ],
      { to: toUserListWithoutAccess() },
    ),
  ]
}

function operating({ messages, networks }: HomeAnswer): Need[] {
  return [
    ...counted(
      'messages',
      messages,
      ['mensagem não chega ao destino', 'mensagens não chegam ao destino'],
      { to: toMessageList() },
    ),
    ...counted(
      'networks',
      networks,
      [
        'rede em espera por muitas tentativas recusadas',
        'redes em espera por muitas tentativas recusadas',
      ],
      { to: toNetworkList() },
    ),
  ]
}
