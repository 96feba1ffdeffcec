import { mailContent } from './mail-page.ts'
import type { Message } from './outbox-queries.ts'

interface ParagraphMail {
  to: string
  subject: string
  paragraphs: readonly string[]
  /** Address at the end. */
  link?: string | undefined
}

/** Returns a mail of paragraphs, as text and as HTML, with the portal's name at its end. */
export function paragraphMail({ to, subject, paragraphs, link }: ParagraphMail): Message {
  return {
    channel: 'email',
    to,
    subject,
    text: [...paragraphs, ...(link === undefined ? [] : [link]), 'Gestão de Acesso'].join('\n\n'),
    html: mailContent(paragraphs, link === undefined ? {} : { link }),
  }
}
