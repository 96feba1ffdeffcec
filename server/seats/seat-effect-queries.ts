import { sql } from 'kysely'
import { effectCountMax, effectRowsMax } from '../../contract/seats.ts'
import type { Db } from '../database/database.ts'
import { type SeatChange, seatsTaken } from './seat-change.ts'

interface Named {
  id: number
  name: string
}

interface EffectRow {
  company: Named
  module: Named & { Service: Named }
  used: number
  limit: number
  new_limit: number
  over: number
}

interface FoundEffect {
  /** Each one more than `effectCountMax` at most. */
  people: number
  companies: number
  over: number
  rows: EffectRow[]
}

const most = sql.lit(effectCountMax + 1)

/** Whom a change would hit, all of it at once; one query. */
export async function findEffect(db: Db, change: SeatChange): Promise<FoundEffect> {
  const { rows } = await sql<FoundEffect>`
    with taken as materialized (select * from ${seatsTaken(change)} as t where t.fewer > 0),
    hit as materialized (
      select s.company_id, s.module_id, s.used, s.seat_limit, s.seat_limit - taken.fewer as new_limit
      from taken join seats s on s.company_id = taken.company_id and s.module_id = taken.module_id
      where s.company_id = any (array(select company_id from taken))
        and s.module_id = any (array(select module_id from taken))
        and s.used > s.seat_limit - taken.fewer),
    worst as (
      select * from hit order by new_limit = 0 desc, used - new_limit desc, company_id, module_id
      limit ${sql.lit(effectRowsMax)})
    select
      (select count(*) from (
        select distinct h.user_id from hit join seat_holders h on h.company_id = hit.company_id and h.module_id = hit.module_id
        where hit.new_limit = 0 limit ${most}) as one)::integer as people,
      (select count(*) from (select distinct company_id from hit limit ${most}) as one)::integer as companies,
      (select least(coalesce(sum(used - new_limit), 0), ${most}) from hit where new_limit > 0)::integer as over,
      coalesce((
        select json_agg(json_build_object(
          'company', json_build_object('id', c.id, 'name', c.name),
          'module', json_build_object('id', m.id, 'name', m.name, 'Service', json_build_object('id', v.id, 'name', v.name)),
          'used', w.used, 'limit', w.seat_limit, 'new_limit', w.new_limit, 'over', w.used - w.new_limit)
          order by w.new_limit = 0 desc, w.used - w.new_limit desc, w.company_id, w.module_id)
        from worst w join companies c on c.id = w.company_id join modules m on m.id = w.module_id
          join services v on v.id = m.service_id), '[]'::json) as rows`.execute(db)
  const [found] = rows
  if (!found) throw new Error('A statement without conditions answered nothing.')
  return found
}
