import { stuckAfter } from '../../../contract/messages.ts'
import { networkLockKinds } from '../../../contract/network-locks.ts'
import { listFixture, type ListFixture } from './list-fixture.ts'
import { createdAt, dueAt, names, rows, scattered, formatInstant, status } from '../list-values.ts'

const networkKinds = ['trip', 'password', 'handle', 'answer'] as const
/** Names of networks. Some contain wildcards of LIKE, although no real network does. */
const networks = [
  '192.0.2.7%',
  '2001:db8:0:7::/64',
  '192.0.2.15_',
  '198.51.100.8\\',
  "198.51.100.23'",
] as const

const nothing = () => Promise.resolve(undefined)

const stateOf = ({ expired, attempts }: { expired: boolean; attempts: number }): string =>
  expired ? 'expired' : attempts < stuckAfter ? 'waiting' : 'stuck'

/** Lists of the installation: slowed networks and undelivered messages. */
export const operatingListFixtures = {
  networkLockList: listFixture('networkLockList', {
    async seed(app) {
      const made = rows.map((row) => ({
        kind: scattered(networkKinds, row, 1),
        network: scattered(networks, row, 2),
        points: row % 3 === 0 ? 1000 + (row % 2) : 3 + ((row * 5) % 4),
        expire: dueAt(row).getTime(),
      }))
      const values = made.map(({ kind, network, points, expire }) => ({
        key: `failures:${kind}:network:${network}`,
        points,
        expire,
      }))
      await app.db.insertInto('rate_limits').values(values).execute()
      const ids = made.map(({ kind, network }) => `${kind}:${network.replace('/64', '')}`)
      return { ids, hidden: ['failures', 'handle', '/32'] }
    },
    context: nothing,
    read: (who, query) => who.call('networkLockList', { query }),
    see: (row) => ({
      sorts: {
        network: row.network,
        kind: networkLockKinds[row.kind],
        failures: row.failures,
        remembered_until: row.remembered_until,
      },
      filters: { kind: row.kind, slowed: status(row.slowed) },
      searched: {
        network: row.network,
        kind: networkLockKinds[row.kind],
        status: row.slowed ? 'Em espera' : 'Livre',
        remembered_until: formatInstant(row.remembered_until),
      },
    }),
  }),

  messageList: listFixture('messageList', {
    async seed(app) {
      const values = rows.map((row) => ({
        channel: row % 4 === 1 ? 'sms' : 'email',
        recipient: `pessoa${(row * 7) % 10}@lista.example`,
        subject: scattered(names, row, 1),
        ...(row % 5 !== 4 && {
          sealed_text: Buffer.from('Texto encoberto.'),
          key_id: 'encoberta',
        }),
        attempts: 1 + ((row * 5) % 6),
        created_at: createdAt(row),
        next_attempt_at: dueAt(row),
        last_error: row % 5 === 3 ? null : `Recusada pelo provedor número ${row % 5}.`,
      }))
      const made = await app.db.insertInto('outbox').values(values).returning('id').execute()
      return { ids: made.map(({ id }) => id), hidden: ['encoberto'] }
    },
    context: nothing,
    read: (who, query) => who.call('messageList', { query }),
    see: (row) => ({
      sorts: {
        created_at: row.created_at,
        recipient: row.recipient,
        attempts: row.attempts,
        next_attempt_at: row.next_attempt_at,
      },
      filters: { channel: row.channel, state: stateOf(row) },
      searched: {
        recipient: row.recipient,
        subject: row.subject,
        channel: row.channel === 'sms' ? 'SMS' : 'E-mail',
        last_error: row.last_error ?? '',
        created_at: formatInstant(row.created_at),
        next_attempt_at: formatInstant(row.next_attempt_at),
      },
    }),
  }),
} satisfies Record<string, ListFixture>
