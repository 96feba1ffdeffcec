import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { onOneConnection } from '../../server/database/one-connection.ts'
import { debianPostgres } from '../../test/testing/machine-needs.ts'
import { type Machine, onMachine } from './drill-network.ts'
import { descendantsOf, signalAll } from './process-tree.ts'
import { SupervisedProcess } from './supervised-process.ts'
import { until } from './until.ts'

/** A machine with PostgreSQL, Patroni and etcd. */
export interface Member extends Machine {
  etcd: SupervisedProcess
  patroni: SupervisedProcess
  data: string
}

/**
 * Patroni's settings of the cluster (docs/operating.md, 'High availability'). Times are in seconds; 20 is the smallest
 * `ttl` that Patroni accepts.
 */
const clusterSettings = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  // A killed primary is not restarted in place: a synchronous standby has everything and takes over at once.
  primary_start_timeout: 0,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      max_connections: 100,
      // A standby that does not respond is replaced, so that commits do not wait for it longer.
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
    },
  },
}

/** Three members: a primary, a synchronous and an asynchronous standby. */
export class DatabaseCluster {
  readonly members: readonly Member[]

  private constructor(members: readonly Member[]) {
    this.members = members
  }

  /** Starts the members, with an empty database `portaria` and its two roles. */
  static async start(machines: readonly Machine[], folder: string): Promise<DatabaseCluster> {
    const cluster = new DatabaseCluster(
      machines.map((machine) => startMember(machine, machines, folder)),
    )
    const leader = await until('a primary', () => cluster.leader(), 120_000)
    await onOneConnection(administratorUrl(leader), async (client) => {
      await client.query('create role portaria_owner login')
      await client.query('create role portaria_server login')
      await client.query('create database portaria owner portaria_owner')
    })
    await until('two standbys', () => cluster.isWhole(), 120_000)
    return cluster
  }

  /** Returns the member whose Patroni says that it is the primary. */
  async leader(): Promise<Member | undefined> {
    const asked = this.members.map(async (member) => {
      const response = await fetch(`http://${member.address}:8008/primary`, {
        signal: AbortSignal.timeout(500),
      })
      if (!response.ok) throw new Error('not the primary')
      return member
    })
    return Promise.any(asked).catch(() => undefined)
  }

  /** Whether both standbys replicate, and Patroni has chosen a synchronous one if `synchronous` is set. */
  async isWhole(synchronous = true): Promise<boolean> {
    const leader = await this.leader()
    if (!leader) return false
    try {
      const standby = await this.#synchronousStandby(leader)
      return (await streamingStandbysOf(leader)) === 2 && (standby !== undefined) === synchronous
    } catch {
      // The member has ended, or was frozen or disconnected, since it said that it is the primary.
      return false
    }
  }

  async synchronousStandby(): Promise<Member> {
    const leader = await until('a primary', () => this.leader(), 60_000)
    const standby = await this.#synchronousStandby(leader)
    if (!standby) throw new Error('There is no synchronous standby.')
    return standby
  }

  /**
   * Returns the standby that may become the primary. Patroni stores its name after it has changed the settings of the
   * primary; until then, no standby would take over.
   */
  async #synchronousStandby(leader: Member): Promise<Member | undefined> {
    const response = await fetch(`http://${leader.address}:8008/cluster`, {
      signal: AbortSignal.timeout(2000),
    })
    const { members } = (await response.json()) as { members: { name: string; role: string }[] }
    const name = members.find(({ role }) => role === 'sync_standby')?.name
    return this.members.find((member) => member.name === name)
  }

  async setSynchronous(synchronous: boolean): Promise<void> {
    const [member] = this.members
    await fetch(`http://${member?.address}:8008/config`, {
      method: 'PATCH',
      body: JSON.stringify({ synchronous_mode: synchronous }),
    })
    await until('the mode of replication', () => this.isWhole(synchronous), 60_000)
  }

  /** Returns the address of the product's database, with all hosts or with one. */
  url(role: 'portaria_owner' | 'portaria_server', hosts = this.members): string {
    const list = hosts.map(({ address }) => `${address}:5432`).join()
    const attributes = hosts.length > 1 ? '?target_session_attrs=read-write' : ''
    return `postgres://${role}@${list}/portaria${attributes}`
  }
}

/** Kills the main process of PostgreSQL, which ends the others. */
export function killDatabase({ data }: Member): void {
  process.kill(postmasterOf(data), 'SIGKILL')
}

/** Stops PostgreSQL and Patroni with SIGSTOP. Connections stay open, and nothing responds. */
export function freeze(member: Member): { thaw: () => void } {
  const postmaster = postmasterOf(member.data)
  const frozen = [member.patroni.pid ?? 0, postmaster, ...descendantsOf(postmaster)]
  signalAll(frozen, 'SIGSTOP')
  return { thaw: () => signalAll(frozen, 'SIGCONT') }
}

function postmasterOf(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
}

const administratorUrl = ({ address }: Machine): string =>
  `postgres://postgres@${address}:5432/postgres`

/** Returns the number of standbys that replicate from this member. */
function streamingStandbysOf(leader: Machine): Promise<number | undefined> {
  return onOneConnection(administratorUrl(leader), async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_replication
       where state = 'streaming' and application_name <> 'pg_basebackup'`,
    )
    return rows[0]?.count
  })
}

function startMember(machine: Machine, machines: readonly Machine[], folder: string): Member {
  const { name } = machine
  const home = join(folder, name)
  mkdirSync(home, { mode: 0o700 })
  const [uid = 0, gid = 0] = ['-u', '-g'].map((id) =>
    Number(execFileSync('id', [id, 'postgres'], { encoding: 'utf8' })),
  )
  chownSync(home, uid, gid)
  const settings = join(home, 'patroni.json')
  const data = join(home, 'data')
  writeFileSync(settings, JSON.stringify(patroniSettings(machine, machines, home)), { mode: 0o644 })
  const start = (program: string, command: string[]) =>
    new SupervisedProcess(onMachine(machine, ...command), {
      env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' },
      cwd: home,
      log: join(folder, `${name}-${program}.log`),
    })
  return {
    ...machine,
    data,
    etcd: start('etcd', ['etcd', ...etcdOptions(machine, machines, join(home, 'etcd'))]),
    patroni: start('patroni', ['patroni', settings]),
  }
}

function etcdOptions({ name, address }: Machine, machines: readonly Machine[], data: string) {
  const peers = machines.map((other) => `${other.name}=http://${other.address}:2380`).join()
  return [
    `--name=${name}`,
    `--data-dir=${data}`,
    `--listen-client-urls=http://${address}:2379`,
    `--advertise-client-urls=http://${address}:2379`,
    `--listen-peer-urls=http://${address}:2380`,
    `--initial-advertise-peer-urls=http://${address}:2380`,
    `--initial-cluster=${peers}`,
    '--enable-v2=true',
    // A member that was disconnected does not force an election when it returns.
    '--pre-vote=true',
  ]
}

/** Returns the configuration of Patroni. Its format is YAML, of which JSON is a part. */
function patroniSettings({ name, address }: Machine, machines: readonly Machine[], home: string) {
  // The network is isolated, so passwords would test nothing.
  const access = ['local all all trust', 'host all all 10.36.0.0/24 trust']
  return {
    scope: 'portaria',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    // Not `etcd3`: before 3.0.3, Patroni overwrites the leader of another member there, and both then take writes.
    etcd: { hosts: machines.map((machine) => `${machine.address}:2379`) },
    bootstrap: {
      dcs: clusterSettings,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(home, 'data'),
      bin_dir: join(debianPostgres(), 'bin'),
      pgpass: join(home, 'pgpass'),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replica' } },
      pg_hba: [...access, 'host replication replica 10.36.0.0/24 trust'],
      parameters: { unix_socket_directories: home },
    },
  }
}
