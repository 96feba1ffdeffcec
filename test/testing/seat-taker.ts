/** A process that assigns a profile to users over ten connections and reports each success, until it is killed. */
import pg from 'pg'

/** Input of the process. */
export interface SeatOrder {
  url: string
  /** Application name of its connections. */
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
    try {
      await client.query(
        'insert into user_profiles (user_id, profile_id, company_id) values ($1, $2, $3)',
        [userId, order.profileId, order.companyId],
      )
    } catch (error) {
      // All seats are taken before the test has killed this process. The connection keeps it alive until then.
      if (error instanceof pg.DatabaseError && error.constraint === 'user_profiles_seat_free')
        return
      throw error
    }
    process.send?.(userId)
  }
}

process.once('message', (order: SeatOrder) => {
  for (let share = 0; share < connections; share += 1) void assign(order, share)
})
