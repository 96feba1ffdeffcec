import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../test/testing/bare-database.ts'
import type { SeatOrder } from '../test/testing/seat-taker.ts'

let database: BareDatabase
const open = new Set<pg.Client>()
let names = 0
/** Long timeout, for busy machines. */
const patience = { timeout: 15_000 }

beforeAll(async () => {
  database = await createBareDatabase()
})
afterEach(async () => {
  await Promise.all([...open].map((client) => client.end()))
  open.clear()
})
afterAll(() => database.close())

/** Opens a connection with the server's role. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  open.add(client)
  return client
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Returns how many of these connections wait for a lock. */
async function waitingOf(pids: readonly number[]): Promise<number> {
  const { rows } = await sql<{
    waiting: number
  }>`select count(*)::integer as waiting from pg_stat_activity
    where pid = any (${[...pids]}::integer[]) and wait_event_type = 'Lock'`.execute(database.db)
  return rows[0]?.waiting ?? 0
}

async function connectionsOf(name: string): Promise<number> {
  const { rows } = await sql<{
    open: number
  }>`select count(*)::integer as open from pg_stat_activity
    where application_name = ${name} and datname = current_database()`.execute(database.db)
  return rows[0]?.open ?? 0
}

const connections = (count: number) => Promise.all(Array.from({ length: count }, connect))

async function peopleOf(count: number): Promise<number[]> {
  const values = Array.from({ length: count }, () => {
    names += 1
    return { name: `Pessoa ${names}`, email: `corrida${names}@operadora.example` }
  })
  const made = await database.db.insertInto('users').values(values).returning('id').execute()
  return made.map(({ id }) => id)
}

/** Creates a company with this many seats of a module, and a profile of the module. */
async function companyWith(seats: number) {
  const { build } = database
  const [company, module] = [await build.company(), await build.module({ secret: false })]
  const planId = await build.plan({ companyId: company.id, moduleId: module.id, seats })
  const profileId = await build.profile({ moduleId: module.id })
  const assign = (client: pg.Client, userId: number) =>
    client.query(
      'insert into user_profiles (user_id, profile_id, company_id) values ($1, $2, $3)',
      [userId, profileId, company.id],
    )
  const lower = (client: pg.Client, to: number) =>
    client.query('update plan_modules set seat_limit = $1 where plan_id = $2', [to, planId])
  return { company, module, planId, profileId, assign, lower }
}

/** Returns 'done', or the name of the constraint that refused the write. */
async function outcome(write: Promise<unknown>): Promise<string> {
  try {
    await write
    return 'done'
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.constraint ?? error.code ?? 'unknown'
    return 'connection lost'
  }
}

const full = 'user_profiles_seat_free'

/** Returns the used seats of a company according to the database, and the number of users from a full count. */
async function seatsOf(companyId: number) {
  const { rows } = await sql<{
    seat_limit: number
    used: number
    free: number
    over: number
    counted: number
  }>`
    select s.seat_limit, s.used, s.free, s.over,
      (select count(distinct user_id)::integer from user_profiles where company_id = ${companyId}) as counted
    from seats s where s.company_id = ${companyId}`.execute(database.db)
  return rows[0]
}

/** Assigns the profile to these users, distributed over these connections, and returns the outcomes. */
async function assignAll(
  assign: (client: pg.Client, userId: number) => Promise<unknown>,
  clients: readonly pg.Client[],
  people: readonly number[],
): Promise<string[]> {
  const shares = clients.map(async (client, share) => {
    const outcomes: string[] = []
    for (const [n, id] of people.entries())
      if (n % clients.length === share) outcomes.push(await outcome(assign(client, id)))
    return outcomes
  })
  return (await Promise.all(shares)).flat()
}

describe('when 200 users are given a profile at the same time', () => {
  const allTaken = { seat_limit: 99, used: 99, free: 0, over: 0, counted: 99 }

  test('99 users get the 99 seats, and the ledger agrees', async () => {
    const { company, assign } = await companyWith(99)
    const outcomes = await assignAll(assign, await connections(20), await peopleOf(200))
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(99)
    expect(outcomes.filter((one) => one === full)).toHaveLength(101)
    expect(await seatsOf(company.id)).toEqual(allTaken)
  })

  test('broken connections keep no seats, and the other users fill up to 99', async () => {
    const { company, assign } = await companyWith(99)
    const [clients, people] = [await connections(20), await peopleOf(200)]
    const broken = clients.slice(0, 10)
    const pids = await Promise.all(broken.map(pidOf))
    for (const client of broken) await client.query('begin')
    // The first connection takes seats and never commits. The others wait for its lock.
    await assignAll(assign, broken.slice(0, 1), people.slice(0, 10))
    const waiting = assignAll(assign, broken.slice(1), people.slice(10, 19))
    await vi.waitUntil(async () => (await waitingOf(pids)) === 9, patience)
    // The lock's holder ends last, because otherwise a waiting connection would get the lock.
    const [holder, ...waiters] = pids
    for (const group of [waiters, [holder]])
      await sql`select pg_terminate_backend(pid, ${patience.timeout}) from unnest(${group}::integer[]) pid`.execute(
        database.db,
      )
    expect(await waiting).not.toContain('done')
    await assignAll(assign, clients.slice(10), people)
    expect(await seatsOf(company.id)).toEqual(allTaken)
  })

  test('seats reported before kill -9 of the assigning process are kept, and the other users fill up to 99', async () => {
    const { company, profileId, assign } = await companyWith(99)
    const people = await peopleOf(200)
    const taker = fork(fileURLToPath(import.meta.resolve('../test/testing/seat-taker.ts')))
    const [killed, reported] = [once(taker, 'exit'), new Set<unknown>()]
    taker.on('message', (userId) => {
      reported.add(userId)
      if (reported.size === 40) taker.kill('SIGKILL')
    })
    const order: SeatOrder = {
      url: database.url,
      name: 'seat-taker',
      people,
      profileId,
      companyId: company.id,
    }
    taker.send(order)
    expect(await killed).toEqual([null, 'SIGKILL'])
    // PostgreSQL finishes the statements that were running when the process died.
    await vi.waitUntil(async () => (await connectionsOf(order.name)) === 0, patience)
    const held = await database.db
      .selectFrom('user_profiles')
      .select('user_id')
      .where('company_id', '=', company.id)
      .execute()
    expect([...reported].filter((id) => !held.some(({ user_id }) => user_id === id))).toEqual([])
    expect(await seatsOf(company.id)).toMatchObject({ used: held.length, counted: held.length })
    await assignAll(assign, await connections(10), people)
    expect(await seatsOf(company.id)).toEqual(allTaken)
  })
})

describe('a seat limit that is lowered during assignments', () => {
  test('keeps the seats taken before, even over the limit, and refuses more', async () => {
    const { company, assign, lower } = await companyWith(3)
    const [[giver, planner], people] = [await connections(2), await peopleOf(4)]
    if (!giver || !planner) throw new Error('Expected two connections.')
    await giver.query('begin')
    for (const id of people.slice(0, 3)) await assign(giver, id)
    await lower(planner, 1)
    await giver.query('commit')
    expect(await seatsOf(company.id)).toMatchObject({ seat_limit: 1, used: 3, over: 2 })
    expect(await outcome(assign(giver, people[3] ?? 0))).toBe(full)
    await giver.query('delete from user_profiles where user_id = any ($1)', [people.slice(0, 2)])
    expect(await outcome(assign(giver, people[3] ?? 0))).toBe(full)
    await giver.query('delete from user_profiles where user_id = $1', [people[2]])
    expect(await outcome(assign(giver, people[3] ?? 0))).toBe('done')
  })

  test('applies after its commit, not before', async () => {
    const { company, assign, lower } = await companyWith(2)
    const [[giver, planner], people] = [await connections(2), await peopleOf(3)]
    if (!giver || !planner) throw new Error('Expected two connections.')
    await planner.query('begin')
    await lower(planner, 1)
    expect(await outcome(assign(giver, people[0] ?? 0))).toBe('done')
    expect(await outcome(assign(giver, people[1] ?? 0))).toBe('done')
    await planner.query('commit')
    expect(await outcome(assign(giver, people[2] ?? 0))).toBe(full)
    expect(await seatsOf(company.id)).toMatchObject({ seat_limit: 1, used: 2, over: 1 })
  })

  test('refuses all new seats once its plan is inactive', async () => {
    const { assign, planId } = await companyWith(9)
    const [[giver, planner], people] = [await connections(2), await peopleOf(2)]
    if (!giver || !planner) throw new Error('Expected two connections.')
    await giver.query('begin')
    await assign(giver, people[0] ?? 0)
    await planner.query('update plans set active = false where id = $1', [planId])
    expect(await outcome(assign(giver, people[1] ?? 0))).toBe(full)
    await giver.query('rollback')
  })
})

test('fifty companies that give seats of one module concurrently do not deadlock', async () => {
  const { build } = database
  const module = await build.module({ secret: false })
  const profileId = await build.profile({ moduleId: module.id })
  const companies: number[] = []
  for (let n = 0; n < 50; n++) {
    const { id } = await build.company()
    await build.plan({ companyId: id, moduleId: module.id, seats: 3 })
    companies.push(id)
  }
  const people = await peopleOf(10)
  const clients = await connections(10)
  // Each connection assigns the profile in all fifty companies in one statement.
  const outcomes = await Promise.all(
    clients.map((client, n) =>
      outcome(
        client.query(
          `insert into user_profiles (user_id, profile_id, company_id)
           select $1, $2, company from unnest($3::integer[]) company order by company`,
          [people[n], profileId, companies],
        ),
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'done'),
    ...Array.from({ length: 7 }, () => full),
  ])
})

test('a deleted user activated during an assignment takes a free seat or is refused', async () => {
  const { company, assign } = await companyWith(1)
  const [[giver, activator], people] = [await connections(2), await peopleOf(2)]
  if (!giver || !activator) throw new Error('Expected two connections.')
  const [deleted = 0, holder = 0] = people
  await giver.query('update users set active = false where id = $1', [deleted])
  await assign(giver, holder)
  await activator.query('begin')
  await activator.query('update users set active = true where id = $1', [deleted])
  const pid = await pidOf(giver)
  let settled = false
  const assigned = outcome(assign(giver, deleted)).finally(() => (settled = true))
  await vi.waitUntil(async () => settled || (await waitingOf([pid])) === 1, patience)
  await activator.query('commit')
  expect(await assigned).toBe(full)
  expect(await seatsOf(company.id)).toMatchObject({ used: 1, over: 0 })
})
