import { traced, tracer } from './trace.ts'

/** Describes a job: its owner, its limits, and whether its client is still connected. */
export interface WorkOrder {
  /**
   * Groups that the job belongs to, from the largest to the smallest, such as the /48 and the /64 of a network. At each
   * level, groups take turns, regardless of their numbers of jobs.
   */
  owner: readonly string[]
  /**
   * Whether the job may use reserved slots, as jobs of live sessions, known browsers and the server itself may.
   * Default: no.
   */
  trusted?: boolean
  /**
   * Number of leading groups in `owner` that identify the group to which `maxRunning` and `maxQueued` apply. Default:
   * all, so both apply to the smallest group.
   */
  counted?: number
  /** Maximum number of running jobs of that group. Default: unlimited. */
  maxRunning?: number
  /** Maximum number of queued jobs of that group. */
  maxQueued: number
  isGone: () => boolean
}

/** Thrown if the queue is full, the owner has too many queued jobs, or the job waited for too long. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

interface Job {
  order: WorkOrder
  /** Number of the job in order of arrival. */
  number: number
  begin: () => void
  giveUp: (reason: Error) => void
}

export interface QueueRules {
  /** Name of the scarce resource in traces. */
  name?: string
  /** Maximum number of running jobs. */
  slots: number
  /** Number of slots that only trusted jobs may use. Default: none. */
  reserved?: number
  /** Maximum number of queued jobs. */
  limit: number
  /** Maximum wait in milliseconds. Default: unlimited. */
  patience?: number
}

/**
 * Bounded work queue with round-robin fairness between nested groups of owners. Trusted jobs and other jobs also take
 * turns with each other. Jobs whose client has disconnected are dropped.
 */
export class FairQueue {
  readonly #rules: Required<QueueRules>
  readonly #trusted = new Group()
  readonly #others = new Group()
  /** Number of running jobs per counted group. Counts only jobs with `maxRunning`. */
  readonly #runningOf = new Map<string, number>()
  #running = 0
  #runningOthers = 0
  #trustedTurn = true
  #ordered = 0
  #begun = 0
  #refused = 0
  /** Value of `ordered` when the queued jobs were last examined for disconnected clients. */
  #examined = 0

  constructor({ name = 'queue', slots, limit, reserved = 0, patience = Infinity }: QueueRules) {
    this.#rules = { name, slots, limit, reserved, patience }
  }

  /** Number of queued jobs. */
  get length(): number {
    return this.#trusted.size + this.#others.size
  }

  /** Number of running jobs. */
  get running(): number {
    return this.#running
  }

  /** Number of jobs ever submitted. */
  get ordered(): number {
    return this.#ordered
  }

  /** Number of jobs ever started. */
  get begun(): number {
    return this.#begun
  }

  /** Number of jobs ever refused or dropped. */
  get refused(): number {
    return this.#refused
  }

  /** Throws `Overloaded` if the job would be refused now. Call it before expensive preparations of the job. */
  requireRoom(order: WorkOrder): void {
    if (!this.#hasSlot(order) && !this.#hasRoom(order)) this.#refuse()
  }

  /** Runs the job in its turn. Throws `Overloaded` if it is refused or dropped. */
  async run<T>(order: WorkOrder, work: () => Promise<T>): Promise<T> {
    // A job that may run starts synchronously.
    if (this.#mayRun(order)) this.#start(order)
    else await this.#wait(order)
    try {
      return await (tracer ? traced({ name: `run ${this.#rules.name}` }, work) : work())
    } finally {
      this.#release(order)
    }
  }

  /** Waits for a slot and returns the function that releases it, to be called once. Throws like `run`. */
  async acquire(order: WorkOrder): Promise<() => void> {
    if (this.#mayRun(order)) this.#start(order)
    else await this.#wait(order)
    return () => this.#release(order)
  }

  /**
   * Whether a new job may run now. If it may, no queued job is overtaken, because a queued job that could run would be
   * running already.
   */
  #mayRun(order: WorkOrder): boolean {
    this.#ordered += 1
    return this.#hasSlot(order)
  }

  #hasSlot(order: WorkOrder): boolean {
    const { slots, reserved } = this.#rules
    return (
      this.#running < slots &&
      (order.trusted === true || this.#runningOthers < slots - reserved) &&
      !this.#isAtItsLimit(order)
    )
  }

  readonly #isAtItsLimit = (order: WorkOrder): boolean =>
    (this.#runningOf.get(keyOf(order)) ?? 0) >= (order.maxRunning ?? Infinity)

  #start(order: WorkOrder): void {
    this.#begun += 1
    this.#count(order, 1)
  }

  #release(order: WorkOrder): void {
    this.#count(order, -1)
    while (this.#beginNext());
  }

  #count(order: WorkOrder, change: number): void {
    this.#running += change
    if (order.trusted !== true) this.#runningOthers += change
    if (order.maxRunning === undefined) return
    const key = keyOf(order)
    const running = (this.#runningOf.get(key) ?? 0) + change
    if (running > 0) this.#runningOf.set(key, running)
    else this.#runningOf.delete(key)
  }

  #wait(order: WorkOrder): Promise<void> {
    return tracer
      ? traced({ name: `wait ${this.#rules.name}` }, () => this.#queue(order))
      : this.#queue(order)
  }

  async #queue(order: WorkOrder): Promise<void> {
    const queue = this.#queueOf(order)
    if (!this.#hasRoom(order)) this.#refuse()
    if (this.#isFull) this.#makeRoom(order)
    const { patience } = this.#rules
    let timer: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((begin, reject) => {
        const giveUp = (reason: Error): void => {
          this.#refused += 1
          reject(reason)
        }
        const job: Job = { order, number: this.#ordered, begin, giveUp }
        queue.add(job)
        if (patience === Infinity) return
        timer = setTimeout(() => queue.remove(job) && giveUp(new Overloaded()), patience)
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Starts the next job. Trusted and other jobs take turns. Returns false if no job may run. */
  #beginNext(): boolean {
    const { slots, reserved } = this.#rules
    if (this.#running >= slots) return false
    const queues = this.#runningOthers < slots - reserved ? [this.#others] : []
    if (this.#trustedTurn) queues.unshift(this.#trusted)
    else queues.push(this.#trusted)
    for (const queue of queues) {
      const next = queue.takeNext(this.#isAtItsLimit)
      if (!next) continue
      this.#trustedTurn = queue !== this.#trusted
      if (next.order.isGone()) {
        next.giveUp(new Overloaded())
      } else {
        this.#start(next.order)
        next.begin()
      }
      return true
    }
    return false
  }

  get #isFull(): boolean {
    return this.length >= this.#rules.limit
  }

  /** Whether a new job may wait. */
  #hasRoom(order: WorkOrder): boolean {
    const queue = this.#queueOf(order)
    const hasTooMany = () => queue.sizeOf(countedGroup(order)) >= order.maxQueued
    if (this.#isFull || hasTooMany()) this.#dropGone()
    return !hasTooMany() && (!this.#isFull || this.#displaceable(order) !== undefined)
  }

  #refuse(): never {
    this.#refused += 1
    throw new Overloaded()
  }

  #makeRoom(order: WorkOrder): void {
    const job = this.#displaceable(order)
    if (job && this.#queueOf(job.order).remove(job)) job.giveUp(new Overloaded())
  }

  /**
   * Returns the job that a new job may displace from a full queue: the newest job of the largest group, if the new
   * job's group has clearly fewer. Trusted jobs may displace other jobs, which keep a quarter of the queue.
   */
  #displaceable(order: WorkOrder): Job | undefined {
    const share = this.#rules.limit / 4
    const displacesOthers =
      order.trusted === true ? this.#others.size > share : this.#others.size >= share
    const displaced = displacesOthers ? this.#others : this.#trusted
    const largest =
      displaced === this.#queueOf(order) ? displaced.largerThan(order.owner) : displaced.largest()
    return largest?.newest()
  }

  /**
   * Drops queued jobs whose client has disconnected. Skipped until enough new jobs have arrived (a sixteenth of the
   * limit), so that a flood does not scan the queue for each job.
   */
  #dropGone(): void {
    if (this.#ordered - this.#examined < this.#rules.limit / 16) return
    this.#examined = this.#ordered
    for (const queue of [this.#trusted, this.#others])
      for (const job of queue.jobs())
        if (job.order.isGone() && queue.remove(job)) job.giveUp(new Overloaded())
  }

  #queueOf({ trusted }: WorkOrder): Group {
    return trusted === true ? this.#trusted : this.#others
  }
}

const countedGroup = ({ owner, counted }: WorkOrder): readonly string[] => owner.slice(0, counted)

const keyOf = (order: WorkOrder): string => countedGroup(order).join(' ')

/** Queued jobs of a group, and its inner groups in the order of their next turns. */
class Group {
  size = 0
  readonly #within = new Map<string, Group>()
  readonly #own: Job[] = []

  add(job: Job, path = job.order.owner): void {
    this.size += 1
    const [name, ...rest] = path
    if (name === undefined) return void this.#own.push(job)
    const inner = this.#within.get(name) ?? new Group()
    this.#within.set(name, inner)
    inner.add(job, rest)
  }

  /** Returns false if the job is not in the group. */
  remove(job: Job, path = job.order.owner): boolean {
    const [name, ...rest] = path
    const removed =
      name === undefined ? removeFrom(this.#own, job) : this.#within.get(name)?.remove(job, rest)
    if (removed !== true) return false
    this.size -= 1
    if (name !== undefined && this.#within.get(name)?.size === 0) this.#within.delete(name)
    return true
  }

  /** Removes and returns the job whose turn it is. All groups of this job go to the end of their level. */
  takeNext(isAtItsLimit: (order: WorkOrder) => boolean): Job | undefined {
    const [first] = this.#own
    if (first) return isAtItsLimit(first.order) ? undefined : this.#take(this.#own.shift())
    for (const [name, inner] of this.#within) {
      const job = inner.takeNext(isAtItsLimit)
      if (!job) continue
      this.#within.delete(name)
      if (inner.size > 0) this.#within.set(name, inner)
      return this.#take(job)
    }
    return undefined
  }

  sizeOf(path: readonly string[]): number {
    const [name, ...rest] = path
    return name === undefined ? this.size : (this.#within.get(name)?.sizeOf(rest) ?? 0)
  }

  largest(): Group | undefined {
    return this.#largest()?.[1]
  }

  /**
   * Returns the largest group if it has clearly more jobs than the owner's group at the same level. If the largest
   * group is the owner's own, compares the groups within it.
   */
  largerThan([own = '', ...rest]: readonly string[]): Group | undefined {
    const [name, group] = this.#largest() ?? []
    if (name === own) return group?.largerThan(rest)
    return group && group.size > this.sizeOf([own]) + 1 ? group : undefined
  }

  #largest(): [string, Group] | undefined {
    let largest: [string, Group] | undefined
    for (const one of this.#within) if (!largest || one[1].size > largest[1].size) largest = one
    return largest
  }

  newest(): Job | undefined {
    let newest = this.#own.at(-1)
    for (const inner of this.#within.values()) {
      const job = inner.newest()
      if (job && job.number > (newest?.number ?? 0)) newest = job
    }
    return newest
  }

  jobs(): Job[] {
    return [...this.#own, ...[...this.#within.values()].flatMap((inner) => inner.jobs())]
  }

  #take(job: Job | undefined): Job | undefined {
    if (job) this.size -= 1
    return job
  }
}

function removeFrom(jobs: Job[], job: Job): boolean {
  const index = jobs.indexOf(job)
  if (index >= 0) jobs.splice(index, 1)
  return index >= 0
}
