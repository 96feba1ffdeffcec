import type { Logger } from 'pino'

/**
 * Does the work for each row. A failure is logged with the id of its row and does not stop the work for the rows after
 * it. Throws the first failure at the end.
 */
export async function forEachRow<Row extends { id: number }>(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
  { log, failure }: { log: Pick<Logger, 'warn'>; failure: string },
): Promise<void> {
  const failures: unknown[] = []
  for (const row of rows)
    try {
      await work(row)
    } catch (error) {
      log.warn({ err: error, id: row.id }, failure)
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}
