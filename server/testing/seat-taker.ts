/** A process that gives people a profile over ten connections and tells of each that has it, until it is killed. */
import pg from 'pg'

/** What it is asked to do. */
export interface SeatOrder {
  url: string
  /** What its connections are called in the database. */
  name: string
  people: readonly number[]
  profileId: number
  companyId: number
}

const connections = 10

async function assign(order: SeatOrder, share: number): Promise<void> {
  const client = new pg.Client({
    connectionString: order.url,
    application_name: order.name,
  })
  await client.connect()
  for (const [n, userId] of order.people.entries()) {
    if (n % connections !== share) continue
    await client.query(
      'insert into user_profiles (user_id, profile_id, company_id) values ($1, $2, $3)',
      [userId, order.profileId, order.companyId],
    )
    process.send?.(userId)
  }
}

process.once('message', (order: SeatOrder) => {
  for (let share = 0; share < connections; share += 1) void assign(order, share)
})
