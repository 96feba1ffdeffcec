import type pg from 'pg'
import { demoPeople } from './demo-people.ts'

/** Validity of an invitation, long enough that it does not expire while the demo is in use. */
const validity = '10 years'

/** Inserts an invitation of operador@ by the master user of another company. */
export async function insertInvitations(
  client: pg.ClientBase,
  masterOf: ReadonlyMap<number, number>,
): Promise<void> {
  const { id, companyIds } = demoPeople.operator
  const [company, master] =
    [...masterOf].find(([other]) => !companyIds.some((own) => own === other)) ?? []
  if (company === undefined || master === undefined)
    throw new Error('No company has a master user who could invite.')
  await client.query(
    `insert into company_invitations (user_id, company_id, invited_by, expires_at)
     values ($1, $2, $3, now() + $4::interval)`,
    [id, company, master, validity],
  )
}
