import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseUser } from '../../server/database/embedded/postgres-binaries.ts'
import { onOneConnection } from '../../server/database/one-connection.ts'
import { findFreePort } from './free-port.ts'
import { debianPostgres } from './machine-needs.ts'

type Host = 'primary' | 'standby'
type Role = 'portaria_owner' | 'portaria_server'

/** A primary and a standby that replicates it, from the programs of Debian. */
export class StandbyPair {
  readonly primaryPort: number
  readonly standbyPort: number
  readonly #folder: string
  readonly #programs = join(debianPostgres(), 'bin')
  readonly #runAs: ReturnType<typeof chooseUser>

  private constructor(primaryPort: number, standbyPort: number) {
    this.primaryPort = primaryPort
    this.standbyPort = standbyPort
    this.#folder = mkdtempSync(join(tmpdir(), 'portaria-pair-'))
    this.#runAs = chooseUser(this.#folder)
    chmodSync(this.#folder, 0o700)
    if ('uid' in this.#runAs) chownSync(this.#folder, this.#runAs.uid, this.#runAs.gid)
  }

  /** Starts both, with an empty database `portaria` and its two roles. Every role is trusted on loopback. */
  static async start(): Promise<StandbyPair> {
    const pair = new StandbyPair(await findFreePort(), await findFreePort())
    try {
      await pair.#startServers()
    } catch (error) {
      pair.close()
      throw error
    }
    return pair
  }

  async #startServers(): Promise<void> {
    this.#run('initdb', [
      '--auth=trust',
      '--username=postgres',
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C',
      this.#data('primary'),
    ])
    this.#startServer('primary', this.primaryPort)
    await onOneConnection(
      this.#address('postgres', 'postgres', this.primaryPort),
      async (client) => {
        await client.query('create role portaria_owner login')
        await client.query('create role portaria_server login')
        await client.query('create database portaria owner portaria_owner')
      },
    )
    const from = `host=127.0.0.1 port=${this.primaryPort} user=postgres`
    const standby = ['--pgdata', this.#data('standby'), '--write-recovery-conf', '--no-sync']
    this.#run('pg_basebackup', ['--dbname', from, ...standby, '--checkpoint=fast'])
    this.#startServer('standby', this.standbyPort)
  }

  /** Returns the address of the product's database on one of the hosts. */
  addressOf(name: Host, role: Role): string {
    const port = name === 'primary' ? this.primaryPort : this.standbyPort
    return this.#address(role, 'portaria', port)
  }

  /** Runs a statement in the product's database on the standby, as a superuser. */
  async onStandby(statement: string): Promise<unknown[]> {
    const address = this.#address('postgres', 'portaria', this.standbyPort)
    return onOneConnection(
      address,
      async (client) => (await client.query<Record<string, unknown>>(statement)).rows,
    )
  }

  /** Returns the address of the product's database with both hosts, the standby first. */
  address(role: Role): string {
    return `postgres://${role}@127.0.0.1:${this.standbyPort},127.0.0.1:${this.primaryPort}/portaria?target_session_attrs=read-write`
  }

  /** Ends a host without a shutdown, as a crash does. */
  crash(name: Host): void {
    this.#run('pg_ctl', ['stop', '--mode=immediate', '--pgdata', this.#data(name)])
  }

  /** Starts a host that has ended. */
  restart(name: Host): void {
    this.#startServer(name, name === 'primary' ? this.primaryPort : this.standbyPort)
  }

  async promoteStandby(): Promise<void> {
    await onOneConnection(this.#address('postgres', 'postgres', this.standbyPort), (client) =>
      client.query('select pg_promote()'),
    )
  }

  /**
   * Lets commits on the primary wait for a synchronous standby that does not exist, until `end` is called. `waiting`
   * returns the process ids of their connections at the primary.
   */
  async stallCommits(): Promise<{ waiting: () => Promise<number[]>; end: () => Promise<void> }> {
    const primary = this.#address('postgres', 'postgres', this.primaryPort)
    const run = async (...statements: string[]): Promise<void> =>
      onOneConnection(primary, async (client) => {
        for (const statement of statements) await client.query(statement)
      })
    const reload = 'select pg_reload_conf()'
    await run(`alter system set synchronous_standby_names = 'missing'`, reload)
    return {
      waiting: () =>
        onOneConnection(primary, async (client) => {
          const { rows } = await client.query<{ pid: number }>(
            `select pid from pg_stat_activity where wait_event = 'SyncRep'`,
          )
          return rows.map(({ pid }) => pid)
        }),
      end: () => run('alter system reset synchronous_standby_names', reload),
    }
  }

  close(): void {
    for (const name of ['primary', 'standby'])
      this.#try('pg_ctl', ['stop', '--mode=immediate', '--pgdata', this.#data(name)])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #data = (name: string): string => join(this.#folder, name)

  #address = (role: string, database: string, port: number): string =>
    `postgres://${role}@127.0.0.1:${port}/${database}`

  #startServer(name: string, port: number): void {
    // A standby cancels reads that delay its replay for longer than max_standby_streaming_delay.
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -k ${this.#folder} -c fsync=off -c max_standby_streaming_delay=100ms`
    const log = join(this.#folder, `${name}.log`)
    this.#run('pg_ctl', [
      'start',
      '--wait',
      '--pgdata',
      this.#data(name),
      '-l',
      log,
      '-o',
      settings,
    ])
  }

  #run(program: string, args: string[]): void {
    const { status } = this.#try(program, args)
    if (status !== 0) throw new Error(`${program} ended with ${status}`)
  }

  // The output is discarded, because the server would keep a pipe open.
  #try(program: string, args: string[]) {
    return spawnSync(join(this.#programs, program), args, {
      ...this.#runAs,
      cwd: this.#folder,
      stdio: 'ignore',
    })
  }
}
