import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseCluster, freeze, killDatabase, type Member } from './database-cluster.ts'
import { disconnect, reconnect } from './drill-network.ts'
import type { PortalServers } from './portal-servers.ts'
import { until } from './until.ts'

/** An event of the drill. */
export interface Outage {
  title: string
  /** Causes the event and ends it. Returns the milliseconds until there was another primary, if one is expected. */
  run: (on: { cluster: DatabaseCluster; servers: PortalServers }) => Promise<number | undefined>
}

/** Milliseconds for which a machine is frozen or disconnected: longer than Patroni's `ttl`. */
const outageTime = 40_000

export const outages: Record<string, Outage> = {
  'primary-killed': {
    title: 'Primary killed (`kill -9`)',
    run: async ({ cluster }) => {
      const primary = await primaryOf(cluster)
      const start = performance.now()
      killDatabase(primary)
      return takenOver(cluster, primary, start)
    },
  },
  'primary-frozen': {
    title: 'Primary frozen for 40 s (`SIGSTOP`)',
    run: async ({ cluster }) => {
      const primary = await primaryOf(cluster)
      const start = performance.now()
      const { thaw } = freeze(primary)
      try {
        return await afterOutage(start, takenOver(cluster, primary, start))
      } finally {
        thaw()
      }
    },
  },
  'primary-disconnected': {
    title: 'Machine of the primary disconnected for 40 s',
    run: async ({ cluster }) => {
      const primary = await primaryOf(cluster)
      const start = performance.now()
      await disconnect(primary)
      try {
        return await afterOutage(start, takenOver(cluster, primary, start))
      } finally {
        await reconnect(primary)
      }
    },
  },
  'standby-disconnected': {
    title: 'Machine of the synchronous standby disconnected for 40 s',
    run: async ({ cluster }) => {
      const standby = await cluster.synchronousStandby()
      await disconnect(standby)
      await sleep(outageTime)
      await reconnect(standby)
      return undefined
    },
  },
  'server-killed': {
    title: 'Server process killed (`kill -9`), restarted after 2 s',
    run: ({ servers }) => {
      servers.killOne()
      return sleep(3000, undefined)
    },
  },
  'etcd-killed': {
    title: 'etcd killed on the machine of the primary, restarted after 2 s',
    run: async ({ cluster }) => {
      const primary = await primaryOf(cluster)
      primary.etcd.kill()
      return sleep(3000, undefined)
    },
  },
}

const primaryOf = (cluster: DatabaseCluster): Promise<Member> =>
  until('a primary', () => cluster.leader(), 60_000)

/** Waits for another primary, and returns the milliseconds since `start`. */
async function takenOver(
  cluster: DatabaseCluster,
  previous: Member,
  start: number,
): Promise<number> {
  const another = async (): Promise<boolean> => {
    const leader = await cluster.leader()
    return leader !== undefined && leader !== previous
  }
  await until('another primary', another, 120_000)
  return performance.now() - start
}

async function afterOutage(start: number, result: Promise<number>): Promise<number> {
  const took = await result
  await sleep(Math.max(0, start + outageTime - performance.now()))
  return took
}
