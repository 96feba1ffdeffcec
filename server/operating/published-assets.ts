import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Db } from '../database/database.ts'
import { after, type Clock, days } from '../shared/clock.ts'
import { runFor } from '../shared/current-order.ts'
import type { WorkOrder } from '../shared/fair-queue.ts'
import { hasCode } from '../shared/file-errors.ts'

/** Time after which a file that no process has confirmed is deleted. */
const retention = days(30)

/** Time after which a process confirms its files again. */
const confirmationInterval = days(1)

/** Minimum time in milliseconds between two reads of the paths, for any number of requests. */
const pause = 1000

/**
 * Maximum number of requests that wait for the next read. Further ones use the known paths. Otherwise a few clients
 * that request unknown files would occupy all request slots of their network (`limit-request-starts.ts`).
 */
const maxWaiting = 64

/** Order of the reads. The requests need no sign-in, so all of them together take at most two database connections. */
const readOrder: WorkOrder = {
  owner: ['assets'],
  trusted: true,
  maxRunning: 2,
  maxQueued: 1024,
  isGone: () => false,
}

/** Maximum size in bytes of the files kept in memory. */
const cacheSize = 8 * 2 ** 20

/**
 * Files of the web builds of all versions, in the database. Behind a load balancer, a page of one version may request its
 * files from a process of another version (decision 86).
 */
export class PublishedAssets {
  readonly #db: Db
  readonly #clock: Clock
  readonly #root: string
  #paths: ReadonlySet<string> = new Set()
  #next: Promise<void> | undefined
  #reading: Promise<void> | undefined
  #waiting = 0
  #readAt = -Infinity
  readonly #files = new LRUCache<string, Buffer>({
    maxSize: cacheSize,
    sizeCalculation: (content) => content.length,
    // Concurrent requests for a file share one read.
    fetchMethod: (path) => this.#read(path),
  })

  /** `root` is the folder of this process's build. */
  constructor(db: Db, clock: Clock, root: string) {
    this.#db = db
    this.#clock = clock
    this.#root = root
  }

  /** Publishes the files of this build below `assets/`. Must run before a page of this build is served. */
  async publish(): Promise<void> {
    const own = await this.#ownPaths()
    if (own.length === 0) return
    const now = this.#clock.now()
    const current = await this.#db
      .selectFrom('web_assets')
      .select('path')
      .where('path', 'in', own)
      .where('used_at', '>', after(now, -confirmationInterval))
      .execute()
    const confirmed = new Set(current.map(({ path }) => path))
    for (const path of own.filter((each) => !confirmed.has(each))) {
      const content = await readFile(join(this.#root, path))
      await this.#db
        .insertInto('web_assets')
        .values({ path, content, used_at: now })
        .onConflict((conflict) => conflict.column('path').doUpdateSet({ used_at: now }))
        .execute()
    }
  }

  /** Confirms the files of this build, and deletes those that no process has confirmed for 30 days. */
  async refresh(): Promise<void> {
    await this.publish()
    await this.#db
      .deleteFrom('web_assets')
      .where('used_at', '<', after(this.#clock.now(), -retention))
      .execute()
  }

  /**
   * Returns the paths of all published files. Reads them again if `path` is not among them, at most once a second; a
   * request may wait that long.
   */
  async pathsWith(path: string): Promise<ReadonlySet<string>> {
    if (!this.#paths.has(path)) await this.#reading
    if (this.#paths.has(path) || this.#waiting >= maxWaiting) return this.#paths
    this.#waiting += 1
    try {
      await (this.#next ??= this.#readNext())
    } finally {
      this.#waiting -= 1
    }
    return this.#paths
  }

  /** Returns the content of a published file; undefined if there is none. */
  content(path: string): Promise<Buffer | undefined> {
    return runFor(readOrder, () => this.#files.fetch(path))
  }

  async #readNext(): Promise<void> {
    await sleep(Math.max(0, this.#readAt + pause - performance.now()))
    // Later requests need a later read: their file may be published after this one begins.
    this.#next = undefined
    this.#readAt = performance.now()
    this.#reading = runFor(readOrder, () => this.#readPaths())
    try {
      await this.#reading
    } finally {
      this.#reading = undefined
    }
  }

  async #readPaths(): Promise<void> {
    const rows = await this.#db.selectFrom('web_assets').select('path').execute()
    this.#paths = new Set(rows.map(({ path }) => path))
  }

  async #read(path: string): Promise<Buffer | undefined> {
    const row = await this.#db
      .selectFrom('web_assets')
      .select('content')
      .where('path', '=', path)
      .executeTakeFirst()
    return row?.content
  }

  async #ownPaths(): Promise<string[]> {
    try {
      const names = await readdir(join(this.#root, 'assets'))
      return names.map((name) => `assets/${name}`)
    } catch (error) {
      // The web app is not built, as in server tests.
      if (hasCode(error, 'ENOENT')) return []
      throw error
    }
  }
}
