import type { Api } from '../../contract/api.ts'
import { correctionFields } from '../../contract/correction-fields.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { homeDays } from '../../contract/home-days.ts'
import { homeRowsMax } from '../../contract/limits.ts'
import { nearlyFull } from '../../contract/limits.ts'
import type { RecordTarget } from '../links/record-link.tsx'
import { formatInstant, shownDay } from '../../contract/shown.ts'
import {
  toAuditList,
  toCompanyList,
  toUserList,
  toCompanyRecord,
  toDataRequestForm,
  toDataRequestsBy,
  toFailedMessages,
  toRequestForm,
  toRequestsAwaitingMe,
  toResetPassword,
  toSecretManagement,
  toTokenManagement,
  toUserRecord,
  toModulesWithSecretDue,
  toNearlyFullSeats,
  toSlowedNetworks,
  toUserListPending,
  toUserListWithoutAccess,
  toUserSeats,
} from '../paths.ts'
import { boundedCount } from '../ui/bounded-count.ts'
import { formatDay } from '../ui/format-date.ts'
import { formatNumber } from '../ui/format-number.ts'

export type HomeResponse = SuccessOf<Api['homeGet']>

/** A named row of an item. */
interface Named {
  key: number | string
  name: string
  note?: string
  to: RecordTarget
  /** Place whose seats the user may increase from here. */
  place?: Place
}

type Place = NonNullable<HomeResponse['seats']>['places'][number]

/** A task that needs the user's attention: text with count, and a link to the list with exactly the counted rows. */
export interface TodoItem {
  key: keyof HomeResponse | 'password' | 'delegation'
  text: string
  to?: RecordTarget
  named: Named[]
  /** Summary of the unnamed rows, 'e mais 12'; undefined if all are named. */
  others: string | undefined
  /** Number of counted rows; undefined for an item that is no count. */
  count?: number
}

/**
 * Returns what needs the user's attention, most urgent first. If the user sees all companies, rows name their company.
 */
export function todoItems(response: HomeResponse, allCompanies: boolean): TodoItem[] {
  return [
    ...sealing(response),
    ...own(response),
    ...requests(response),
    ...recoveries(response),
    ...accessRequests(response, allCompanies),
    ...seats(response, allCompanies),
    ...delegations(response, allCompanies),
    ...masters(response, allCompanies),
    ...endingProfiles(response, allCompanies),
    ...ending(response),
    ...unusedProfiles(response, allCompanies),
    ...people(response),
    ...operating(response),
  ]
}

function sealing({ audit_unsealed_since: since }: HomeResponse): TodoItem[] {
  if (since === null) return []
  return [
    {
      key: 'audit_unsealed_since',
      text: `A auditoria não é selada desde ${formatInstant(since)}: avise quem opera o sistema`,
      to: toAuditList(),
      named: [],
      others: undefined,
    },
  ]
}

const dayOf = (instant: string) => formatDay(new Date(instant))

function own({ own: { password_ends_at: password, delegation } }: HomeResponse): TodoItem[] {
  const alone = { named: [], others: undefined }
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

function requests({ late_requests: late, due_requests: due }: HomeResponse): TodoItem[] {
  const namedOf = (found: typeof late) =>
    found?.rows.map(({ id, name, field, due_at }) => ({
      key: id,
      name: `${correctionFields[field]} de ${name}`,
      note: `prazo ${dayOf(due_at)}`,
      to: toDataRequestForm(id),
    }))
  return [
    ...counted(
      'late_requests',
      late,
      [
        'pedido de titular em atraso: o prazo da lei terminou',
        'pedidos de titulares em atraso: o prazo da lei terminou',
      ],
      { to: toDataRequestsBy('late'), named: namedOf(late) },
    ),
    ...counted(
      'due_requests',
      due,
      [
        `pedido de titular com prazo nos próximos ${homeDays.requestDue} dias`,
        `pedidos de titulares com prazo nos próximos ${homeDays.requestDue} dias`,
      ],
      { to: toDataRequestsBy('due'), named: namedOf(due) },
    ),
  ]
}

function recoveries({ recoveries: found }: HomeResponse): TodoItem[] {
  return counted(
    'recoveries',
    found,
    [
      'pessoa com recuperação da conta à espera de aprovação',
      'pessoas com recuperação da conta à espera de aprovação',
    ],
    {
      to: toUserListPending('recovery'),
      named: found?.rows.map(({ id, user, started_at }) => ({
        key: id,
        name: user.name,
        note: `desde ${dayOf(started_at)}`,
        to: toUserRecord(user.id, 'security'),
      })),
    },
  )
}

function accessRequests(
  { access_requests: found }: HomeResponse,
  allCompanies: boolean,
): TodoItem[] {
  return counted(
    'access_requests',
    found,
    ['pedido de acesso espera a sua decisão', 'pedidos de acesso esperam a sua decisão'],
    {
      to: toRequestsAwaitingMe(),
      named: found?.rows.map(({ id, user, company, module, created_at }) => ({
        key: id,
        name: `${module.name} para ${user.name}${allCompanies ? ` em ${company.name}` : ''}`,
        note: `desde ${dayOf(created_at)}`,
        to: toRequestForm(id),
      })),
    },
  )
}

function seats({ seats: found }: HomeResponse, allCompanies: boolean): TodoItem[] {
  if (!found) return []
  const nearlyFullPlaces = found.places.filter(
    ({ used, limit }) => used > 0 && used >= limit * nearlyFull,
  )
  const named = nearlyFullPlaces.slice(0, homeRowsMax).map((place) => {
    const { company, module, used, limit } = place
    return {
      key: `${company.id}/${module.id}`,
      name: allCompanies ? `${module.name} em ${company.name}` : module.name,
      note: `${used} de ${limit}`,
      to: toUserSeats(company.id, module.id),
      place,
    }
  })
  return counted(
    'seats',
    found.nearly_full,
    [
      'módulo com licenças quase no fim ou esgotadas',
      'módulos com licenças quase no fim ou esgotadas',
    ],
    { named, to: toNearlyFullSeats() },
  )
}

interface Counted {
  count: number
  more: boolean
}

/** Returns a to-do item if the count is above 0. */
function counted(
  key: TodoItem['key'],
  found: Counted | null,
  [one, many]: readonly [one: string, many: string],
  { to, named = [] }: { to: RecordTarget; named?: Named[] | undefined },
): TodoItem[] {
  if (!found || found.count === 0) return []
  const left = found.count - named.length
  const others = found.more
    ? `e mais de ${formatNumber(left)}`
    : left > 0
      ? `e mais ${formatNumber(left)}`
      : undefined
  return [{ key, text: boundedCount(found, one, many), to, named, others, count: found.count }]
}

function delegations({ delegations: found }: HomeResponse, allCompanies: boolean): TodoItem[] {
  return counted(
    'delegations',
    found,
    [
      'pessoa com delegação que termina em até 7 dias',
      'pessoas com delegação que termina em até 7 dias',
    ],
    {
      to: toUserListPending('delegation'),
      named: found?.rows.map(({ id, user, company, ends_at }) => ({
        key: id,
        name: allCompanies ? `${user.name} em ${company.name}` : user.name,
        note: `até ${dayOf(ends_at)}`,
        to: toUserRecord(user.id),
      })),
    },
  )
}

function masters({ last_masters: found }: HomeResponse, allCompanies: boolean): TodoItem[] {
  return counted(
    'last_masters',
    found,
    [
      'empresa fica sem usuário master em até 30 dias, quando o prazo do perfil termina',
      'empresas ficam sem usuário master em até 30 dias, quando o prazo dos perfis termina',
    ],
    {
      to: allCompanies ? toCompanyList() : toUserList(),
      named: found?.rows.map(({ id, name, ends_at }) => ({
        key: id,
        name,
        note: `em ${dayOf(ends_at)}`,
        to: allCompanies ? toCompanyRecord(id, 'people') : toUserList(),
      })),
    },
  )
}

function endingProfiles(
  { ending_profiles: found }: HomeResponse,
  allCompanies: boolean,
): TodoItem[] {
  return counted(
    'ending_profiles',
    found,
    ['pessoa com perfil que termina em até 7 dias', 'pessoas com perfil que termina em até 7 dias'],
    {
      to: toUserListPending('profile'),
      named: found?.rows.map(({ id, user, company, ends_at }) => ({
        key: id,
        name: allCompanies ? `${user.name} em ${company.name}` : user.name,
        note: `até ${dayOf(ends_at)}`,
        to: toUserRecord(user.id),
      })),
    },
  )
}

function unusedProfiles(
  { unused_profiles: found }: HomeResponse,
  allCompanies: boolean,
): TodoItem[] {
  const days = homeDays.profileUnused
  return counted(
    'unused_profiles',
    found,
    [`pessoa com perfil sem uso há ${days} dias`, `pessoas com perfil sem uso há ${days} dias`],
    {
      to: toUserListPending('unused'),
      named: found?.rows.map(({ id, user, company, unused_since }) => ({
        key: id,
        name: allCompanies ? `${user.name} em ${company.name}` : user.name,
        note: `desde ${shownDay(unused_since)}`,
        to: toUserRecord(user.id, 'access'),
      })),
    },
  )
}

function ending({ tokens, secrets }: HomeResponse): TodoItem[] {
  return [
    ...counted(
      'tokens',
      tokens,
      ['pessoa com token que expira em até 7 dias', 'pessoas com token que expira em até 7 dias'],
      {
        to: toUserListPending('token'),
        named: tokens?.rows.map(({ id, user, ends_at }) => ({
          key: id,
          name: user.name,
          note: `em ${dayOf(ends_at)}`,
          to: toTokenManagement(user.id),
        })),
      },
    ),
    ...counted(
      'secrets',
      secrets,
      [
        'módulo com secret nunca usada ou com mais de um ano',
        'módulos com secret nunca usada ou com mais de um ano',
      ],
      {
        to: toModulesWithSecretDue(),
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

function people({ without_access: without, invitations }: HomeResponse): TodoItem[] {
  return [
    ...counted(
      'invitations',
      invitations,
      [
        'pessoa convidada há mais de 7 dias ainda não entrou',
        'pessoas convidadas há mais de 7 dias ainda não entraram',
      ],
      {
        to: toUserListPending('invitation'),
        named: invitations?.rows.map(({ id, name, created_at }) => ({
          key: id,
          name,
          note: `desde ${dayOf(created_at)}`,
          to: toUserRecord(id),
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

function operating({ messages, networks }: HomeResponse): TodoItem[] {
  return [
    ...counted(
      'messages',
      messages,
      ['mensagem não chega ao destino', 'mensagens não chegam ao destino'],
      { to: toFailedMessages() },
    ),
    ...counted(
      'networks',
      networks,
      [
        'rede em espera por muitas tentativas recusadas',
        'redes em espera por muitas tentativas recusadas',
      ],
      { to: toSlowedNetworks() },
    ),
  ]
}
