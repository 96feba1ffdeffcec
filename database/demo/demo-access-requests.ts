import type pg from 'pg'
import { demoPeople } from './demo-people.ts'

/**
 * Inserts requests of the operator: one pending, one refused and one expired, so that lists, HOME and 'Meus dados' show
 * each.
 */
export async function insertAccessRequests(client: pg.ClientBase): Promise<void> {
  const { operator, master } = demoPeople
  await client.query(
    `insert into access_requests (requester_id, company_id, module_id, reason, end_date, state, created_at, expires_at, told_at, decided_at, decided_by, answer)
     select $1, $2, module, reason, current_date + until, state, now() - days * interval '1 day', now() + (7 - days) * interval '1 day',
       now() - days * interval '1 day', case when answer is not null then now() - (days - 1) * interval '1 day' end,
       case when answer is not null then $3::integer end, answer
     from (values
       (9, 'Preciso conferir a bilhetagem do projeto de interconexão até o fim do trimestre.', 90, 'pending', 1, null),
       (18, 'Conferência das faturas do trimestre.', 30, 'refused', 12, 'A conferência é feita pela área financeira.'),
       (16, 'Relatório mensal de qualidade.', 60, 'expired', 20, null)) as asked (module, reason, until, state, days, answer)`,
    [operator.id, operator.companyIds[0], master.id],
  )
}
