import type pg from 'pg'

/** Inserts rules on pairs of profiles. The demo's operator violates the first one, which was created afterwards. */
export async function insertSeparationRules(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into separation_rules (name, first_profile_id, second_profile_id, active, created_at, updated_at)
     select name, first_id, second_id, active, now() - days * interval '1 day', now() - days * interval '1 day'
     from (values
       ('Tráfego e obrigações regulatórias', 139, 142, true, 3),
       ('Analisar e aprovar faixas', 121, 123, true, 40),
       ('Solicitar e aprovar homologação', 114, 115, true, 40),
       ('Operar e supervisionar Portabilidade', 128, 130, false, 12)) as rule (name, first_id, second_id, active, days)`,
  )
}
