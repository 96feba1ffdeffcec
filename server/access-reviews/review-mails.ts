import { sql } from 'kysely'
import { consoleModuleId } from '../../contract/constants.ts'
import { dayOf } from '../../contract/days.ts'
import { shownDay } from '../../contract/shown.ts'
import type { Db } from '../database/database.ts'
import { type BulkMessage, enqueueBulk } from '../outbox/bulk-mail.ts'
import { paragraphMail } from '../outbox/paragraph-mail.ts'
import { findAdministrators } from '../scope/administrators.ts'
import type { ReviewParts } from './access-review-service.ts'

/** When reviewers are mailed: at the start, a week before the deadline, and on its day. */
export type ReviewMailTime = 'start' | 'week' | 'last-day'

const subjects: Readonly<Record<ReviewMailTime, string>> = {
  start: 'Revisão de acessos: há acessos à espera da sua decisão',
  week: 'Revisão de acessos: o prazo termina em breve',
  'last-day': 'Revisão de acessos: o prazo termina hoje',
}

interface Reviewer {
  id: number
  name: string
  email: string
}

/**
 * Mails the reviewers of a review who have items without an outcome: the master users of their companies, or the
 * administrators for companies without one and for reviews that only administrators decide.
 */
export async function enqueueReviewMails(
  db: Db,
  { id, time }: { id: number; time: ReviewMailTime },
  { clock, keyring, config: { publicUrl } }: ReviewParts,
): Promise<void> {
  const review = await db
    .selectFrom('access_reviews')
    .select(['name', 'deadline', 'reviewers'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const link = `${publicUrl}/review-form?id=${id}`
  const mail = ({ name, email }: Reviewer): BulkMessage =>
    paragraphMail({
      to: email,
      subject: subjects[time],
      paragraphs: [
        `Olá, ${name}.`,
        `A revisão “${review.name}” pede que cada acesso seja mantido, encurtado ou retirado até ${shownDay(dayOf(review.deadline))}.`,
        'O acesso que ninguém confirmar até lá fica suspenso.',
      ],
      link,
    })
  const masters =
    review.reviewers === 'masters' ? await findMasterReviewers(db, id, clock.now()) : []
  const reviewers = new Map(masters.map((each) => [each.id, each]))
  if (review.reviewers === 'administrators' || (await hasCompanyWithoutMaster(db, id, clock.now())))
    for (const each of await findAdministrators(db)) reviewers.set(each.id, each)
  await enqueueBulk(db, keyring, { messages: [...reviewers.values()].map(mail) })
}

/** Companies with items of the review that have no outcome. */
const openCompanies = (id: number) =>
  sql`select distinct i.company_id from access_review_items i where i.review_id = ${id} and i.outcome is null`

/** Master users by assignment, from `access_links`. */
const masterLinks = (now: Date) => sql`select l.user_id, l.company_id
  from access_links(${now}::timestamptz) l join profiles p on p.id = l.profile_id and p.master_profile
  where l.opens and l.module_id = ${consoleModuleId} and l.place_spid is null and l.delegation_id is null`

async function findMasterReviewers(db: Db, id: number, now: Date): Promise<Reviewer[]> {
  const { rows } = await sql<Reviewer>`
    select distinct u.id, u.name, u.email from (${masterLinks(now)}) m join users u on u.id = m.user_id
    where m.company_id in (${openCompanies(id)}) order by u.id`.execute(db)
  return rows
}

async function hasCompanyWithoutMaster(db: Db, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`${openCompanies(id)}
    except select m.company_id from (${masterLinks(now)}) m limit 1`.execute(db)
  return rows.length > 0
}

interface SuspendedPerson {
  name: string
  email: string
  company: string
  profile: string
  module: string
}

/** Mails to the users whose assignments a review has suspended. */
export function suspensionMails(
  suspended: readonly SuspendedPerson[],
  publicUrl: string,
): BulkMessage[] {
  return [...Map.groupBy(suspended, ({ email }) => email)].map(([to, rows]) =>
    paragraphMail({
      to,
      subject: 'Um acesso seu foi suspenso',
      paragraphs: [
        `Olá, ${rows[0]?.name ?? ''}.`,
        'Uma revisão de acessos terminou sem que ninguém confirmasse estes perfis seus, que por isso não dão mais acesso:',
        ...rows.map(
          ({ profile, module, company }) => `${profile} (${module}) na empresa ${company}.`,
        ),
        'Se ainda precisar deles, peça a quem administra a sua empresa que os restaure. Isso é possível por 30 dias.',
      ],
      link: publicUrl,
    }),
  )
}

/** Mail to an administrator about the escalated assignments of a closed review. */
export const escalationMail = (
  { name, email }: Reviewer,
  { id, review, count }: { id: number; review: string; count: number },
  publicUrl: string,
): BulkMessage =>
  paragraphMail({
    to: email,
    subject: 'Revisão de acessos: perfis sem resposta',
    paragraphs: [
      `Olá, ${name}.`,
      `A revisão “${review}” terminou. ${count === 1 ? 'Um perfil ficou' : `${count} perfis ficaram`} sem resposta e não ${count === 1 ? 'foi suspenso' : 'foram suspensos'}, porque ${count === 1 ? 'é' : 'são'} de administrador ou do último usuário master de uma empresa. Decida sobre ${count === 1 ? 'ele' : 'eles'}.`,
    ],
    link: `${publicUrl}/review-form?id=${id}&state=escalated`,
  })
