import { sql } from 'kysely'
import type { Db } from '../server/database/database.ts'

/** Two modules of the demo, which get 100 and 10,000 functions. */
export const smallModuleId = 17
export const largeModuleId = 18

/** Fills a short and a long list of functions for comparison. */
export async function fillFunctions(db: Db): Promise<void> {
  for (const [moduleId, count] of [
    [smallModuleId, 100],
    [largeModuleId, 10_000],
  ] as const) {
    await sql`
      insert into functions (module_id, name, url, created_at)
      select ${moduleId}::integer, 'Função de medida ' || i, '/medida/' || i, now() - i * interval '1 minute'
      from generate_series(1, ${count}::integer) i`.execute(db)
  }
  await sql`vacuum analyze functions`.execute(db)
}
