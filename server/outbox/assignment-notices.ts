import { dayOf } from '../../contract/days.ts'
import { shownDay } from '../../contract/shown.ts'
import { notice, type Recipient } from './security-notices.ts'
import type { Message } from './outbox-queries.ts'

/** An assignment that ends, as described in a mail. */
export interface EndingAssignment {
  person: string
  profile: string
  module: string
  company: string
  spid: string | null
  end: Date
}

/** Whether the mail is sent a week before the end, or on the last day. */
export type EndingTime = 'week' | 'last-day'

/** Mail to a user about their own assignments that end. */
export function ownEndingNotice(
  to: Recipient,
  ending: readonly EndingAssignment[],
  time: EndingTime,
): Message {
  const subject = time === 'week' ? 'Um acesso seu termina em breve' : 'Um acesso seu termina hoje'
  return notice(to, subject, [
    'Estes perfis seus têm data de fim:',
    ...ending.map((each) => `${inWords(each)}.`),
    'Se ainda precisar deles depois disso, peça a quem administra a sua empresa que os prorrogue.',
  ])
}

/** Mail to the user who gave assignments that end. */
export function givenEndingNotice(
  to: Recipient,
  ending: readonly EndingAssignment[],
  time: EndingTime,
): Message {
  const subject =
    time === 'week'
      ? 'Um acesso que você deu termina em breve'
      : 'Um acesso que você deu termina hoje'
  return notice(to, subject, [
    'Estes perfis que você deu têm data de fim:',
    ...ending.map((each) => `${each.person}: ${inWords(each)}.`),
    'Quem ainda precisar de um deles depois disso precisa que ele seja prorrogado na Gestão de Acesso.',
  ])
}

const inWords = ({ profile, module, company, spid, end }: EndingAssignment): string =>
  `${profile} (${module}) na empresa ${company}${spid === null ? '' : `, SPID ${spid}`}, até ${dayOfEnd(end)}`

/** The day of the end in São Paulo. */
const dayOfEnd = (end: Date): string => shownDay(dayOf(end))
