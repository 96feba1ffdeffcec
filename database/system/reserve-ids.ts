import type pg from 'pg'

/**
 * Makes the id counter of each table give out ids above the given one. A counter that is past it is left alone: setting
 * it, even to its present value, could race with another process that is inserting.
 */
export async function reserveIds(
  client: pg.ClientBase,
  upTo: Readonly<Record<string, number>>,
): Promise<void> {
  await client.query(
    `select setval(counter, up_to)
     from (
       select pg_get_serial_sequence(key, 'id')::regclass as counter, value::bigint as up_to
       from jsonb_each_text($1)
     ) reserved
     where coalesce(pg_sequence_last_value(counter), 0) < up_to`,
    [JSON.stringify(upTo)],
  )
}
