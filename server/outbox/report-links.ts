import { mailContent } from './mail-page.ts'
import type { Message } from './outbox-queries.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { after, days } from '../shared/clock.ts'

/** Time in which the link 'Não fui eu' of a notice can be used. */
const linkLifetime = days(7)
const macPurpose = 'account-report'

/** Notice whose link was used. */
export interface Reported {
  userId: number
  notice: string
  /** SHA-256 of the token, which marks it as used. */
  digest: Buffer
  expiresAt: Date
}

/** Where the links lead, and what signs them. */
export interface ReportLinks {
  keyring: Keyring
  publicUrl: string
}

/**
 * Returns the link 'Não fui eu' of a notice to a user (decision 97). `notice` names the kind of notice, such as
 * `passkey-added`.
 */
export function reportLink(
  { keyring, publicUrl }: ReportLinks,
  { userId, notice, now }: { userId: number; notice: string; now: Date },
): string {
  // Two notices of the same kind in the same millisecond must have different links.
  const text = [notice, userId, now.getTime().toString(36), newHandle().slice(0, 22)].join('.')
  // In the fragment, so that no log contains it.
  return `${publicUrl}/not-me#${text}.${keyring.mark(macPurpose, text)}`
}

const signature = '\n\nGestão de Acesso'
/** Says what the user can really do: a report freezes recovery, so that only another person can give a new password. */
const invitation =
  'Não foi você? Avise por este endereço, que encerra as suas sessões, e depois peça uma nova senha a quem administra a sua conta:'

/** Returns a notice about the own account of a user, with the link 'Não fui eu' at its end. */
export function reportable(
  notice: Message,
  links: ReportLinks,
  about: { userId: number; notice: string; now: Date },
): Message {
  const link = reportLink(links, about)
  const body = notice.text.endsWith(signature)
    ? notice.text.slice(0, -signature.length)
    : notice.text
  return {
    ...notice,
    text: `${body}\n\n${invitation}\n\n${link}${signature}`,
    html: `${notice.html ?? ''}${mailContent([invitation], { link })}`,
  }
}

/** Returns what a token of a link reports; undefined if it is forged or has expired. */
export function readReportToken(keyring: Keyring, token: string, now: Date): Reported | undefined {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, end)
  if (!keyring.isMark(token.slice(end + 1), macPurpose, text)) return undefined
  const [notice = '', userId = '', time = ''] = text.split('.')
  const expiresAt = after(new Date(Number.parseInt(time, 36)), linkLifetime)
  if (expiresAt <= now) return undefined
  return { userId: Number(userId), notice, digest: digestOf(token), expiresAt }
}
