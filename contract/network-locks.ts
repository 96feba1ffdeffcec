import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { flagInQuery, listQuery, pageOf } from './list.ts'
import { formatInstant } from './shown.ts'
import { tableOf } from './table.ts'

/** Kinds of rate limits per network, independent of the account. */
export const networkLockKind = z.enum(['password', 'answer', 'trip', 'handle'])
export type NetworkLockKind = z.output<typeof networkLockKind>

/** Labels of the kinds of rate limits. */
export const networkLockKinds: Readonly<Record<NetworkLockKind, string>> = {
  password: 'Senhas',
  answer: 'Respostas secretas',
  trip: 'Idas ao provedor de identidade',
  handle: 'Sessões de login, códigos e tokens inexistentes',
}

/**
 * Id of a counter: `password:192.0.2.1`, `handle:2001:db8:0:7::`. The prefix length is omitted because proxies treat a
 * slash within a path differently. Handlers receive the network with its prefix length.
 */
const lockId = z
  .string()
  .regex(
    new RegExp(`^(${networkLockKind.options.join('|')}):[0-9a-f.:]{2,39}$`),
    'Identificador inválido.',
  )
  .transform((id) => {
    const colon = id.indexOf(':')
    const network = id.slice(colon + 1)
    return {
      kind: networkLockKind.parse(id.slice(0, colon)),
      network: network.endsWith('::') ? `${network}/64` : network,
    }
  })

export type NetworkLockId = z.output<typeof lockId>

const networkLock = z.object({
  id: z.string(),
  kind: networkLockKind,
  /** `192.0.2.1`, or the /64 of an IPv6 address: `2001:db8:0:7::/64`. */
  network: z.string(),
  failures: z.int(),
  /** Failures per hour that cause no delay. */
  free: z.int(),
  /** Whether requests from the network are now limited to one per second. */
  slowed: z.boolean(),
  /** When the counter expires. */
  remembered_until: instant,
})

export type NetworkLock = z.output<typeof networkLock>

/**
 * Rate limits per network. A counter counts the failures from one network, whichever account they concern (decision 8).
 */
export const networkLocks = {
  networkLockList: endpoint({
    method: 'GET',
    path: '/network-lock',
    summary: 'The rate limit counters of networks, whether they delay requests now or not.',
    access: { screen: '/network-list' },
    audit: 'none',
    query: listQuery(['network', 'kind', 'failures', 'remembered_until'], {
      filters: { kind: networkLockKind.optional(), slowed: flagInQuery.optional() },
    }),
    success: pageOf(networkLock),
    table: tableOf('Redes', networkLock, [
      { header: 'Rede', text: (row) => row.network },
      { header: 'O que foi tentado', text: (row) => networkLockKinds[row.kind] },
      { header: 'Falhas', text: (row) => row.failures },
      { header: 'Livres por hora', text: (row) => row.free },
      { header: 'Esquecida em', text: (row) => formatInstant(row.remembered_until) },
      { header: 'Status', text: (row) => (row.slowed ? 'Em espera' : 'Livre') },
    ]),
    problems: [],
  }),
  networkUnlock: endpoint({
    method: 'DELETE',
    path: '/network-lock/{id}',
    summary: 'Resets one counter of a network; the counters of accounts do not change.',
    access: { screen: '/network-list', action: 'unlock' },
    confirm: true,
    audit: { event: 'network.unlock', title: 'Liberação de rede', past: 'Rede liberada' },
    params: z.strictObject({ id: lockId }),
    success: z.object({}),
    problems: ['network-lock-not-found'],
  }),
}
