import type pg from 'pg'
import { demoPeople } from './demo-people.ts'

/** Inserts correction requests: answered in time, overdue, due in three days, and recent. */
export async function insertDataRequests(client: pg.ClientBase): Promise<void> {
  const { operator, master, administrator } = demoPeople
  await client.query(
    `insert into data_requests (user_id, field, wanted, created_at, due_at, answered_at, answered_by, accepted, answer)
     select case who when 'operator' then $1::integer else $2::integer end, field, wanted,
       now() - days * interval '1 day', now() + (15 - days) * interval '1 day',
       case when answer is not null then now() - interval '12 days' end,
       case when answer is not null then $3::integer end, case when answer is not null then true end, answer
     from (values
       ('operator', 'name', 'Falta o segundo sobrenome no cadastro.', 20, 'Nome completado, conforme o documento enviado.'),
       ('operator', 'companies', 'Não trabalho mais para uma das empresas.', 17, null),
       ('master', 'code', 'Meu código de usuário mudou para ARA0007.', 12, null),
       ('operator', 'phone_number', 'O número mudou: +55 11 98888-0101.', 3, null)) as asked (who, field, wanted, days, answer)`,
    [operator.id, master.id, administrator.id],
  )
}
