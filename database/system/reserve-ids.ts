import type pg from 'pg'

/**
 * Advances the id sequence of each table past the given id. Does not set a sequence that is already past the id, because
 * even setting its current value could race with an insert of another process.
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
