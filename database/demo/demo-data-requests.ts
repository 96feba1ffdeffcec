import type pg from 'pg'
import { demoPeople } from './demo-people.ts'

/** What the operator's person asked to have corrected: answered, to be answered, and late. */
export async function insertDataRequests(client: pg.ClientBase): Promise<void> {
  const { operator, administrator } = demoPeople
  await client.query(
    `insert into data_requests (user_id, field, wanted, created_at, due_at, answered_at, answered_by, accepted, answer)
     select $1, field, wanted, now() - days * interval '1 day', now() + (15 - days) * interval '1 day',
       case when answer is not null then now() - interval '1 day' end,
       case when answer is not null then $2::integer end, case when answer is not null then true end, answer
     from (values
       ('name', 'Falta o segundo sobrenome no cadastro.', 20, 'Nome completado, conforme o documento enviado.'),
       ('phone_number', 'O número mudou: +55 11 98888-0101.', 3, null),
       ('companies', 'Não trabalho mais para uma das empresas.', 17, null)) as asked (field, wanted, days, answer)`,
    [operator.id, administrator.id],
  )
}
