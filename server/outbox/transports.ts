import { once } from 'node:events'
import { createTransport } from 'nodemailer'
import type { Brand } from '../brand/brand.ts'
import type { Config } from '../config.ts'
import { tracedFetch } from '../shared/traced-fetch.ts'
import { GatewayRefusal } from './delivery-failure.ts'
import { logoContentId, mailPage, mailText } from './mail-page.ts'
import type { Message } from './outbox-queries.ts'

/** Sends a message. Rejects if the server does not accept the message. */
export type Transport = (message: Message) => Promise<void>

export interface Transports {
  email: Transport
  sms: Transport
  /** Whether users read the messages of a channel in the outbox, so that their text must be kept. */
  keepsText(channel: Message['channel']): boolean
}

/**
 * Timeout in milliseconds for a delivery. Shorter than a drain (rulings §9). Also shorter than the database's timeout
 * for idle transactions, which would roll back the record of the failed attempt.
 */
const deliveryTimeout = 8000

/** Returns transports for SMTP and the SMS gateway. Messages of a channel that is not configured stay in the outbox. */
export function makeTransports(config: Config, timeout = deliveryTimeout): Transports {
  const keepInOutbox: Transport = () => Promise.resolve()
  return {
    email: config.smtpUrl ? mailTransport(config.smtpUrl, config, timeout) : keepInOutbox,
    sms: config.smsGateway ? smsTransport(config.smsGateway, timeout) : keepInOutbox,
    // In a demo, the outbox page shows every sent message.
    keepsText: (channel) =>
      config.demo || (channel === 'email' ? !config.smtpUrl : !config.smsGateway),
  }
}

/**
 * Headers that mark a mail as automatic (RFC 3834), so that `MAIL_FROM` receives no out-of-office replies. Exchange
 * requires a header of its own. Delivery failures are still reported.
 */
const automaticMail = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
}

function mailTransport(url: string, { mailFrom, brand }: Config, timeout: number): Transport {
  const mailer = createTransport(
    { url, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout },
    { from: mailFrom, headers: automaticMail },
  )
  return async ({ to, subject, text, html }) => {
    const sent = mailer.sendMail({
      to,
      subject,
      text: mailText(text, brand),
      ...(html !== undefined && htmlOf(subject, html, brand)),
    })
    await Promise.race([sent, expiry(AbortSignal.timeout(timeout))])
  }
}

/** Returns the HTML in its frame. Mails that were queued before decision 74 already have one. */
function htmlOf(subject: string, html: string, brand: Brand) {
  if (html.startsWith('<!doctype')) return { html }
  const { logo } = brand
  return {
    html: mailPage(subject, html, brand),
    ...(logo?.type === 'image/png' && {
      attachments: [
        { cid: logoContentId, filename: 'logo.png', contentType: logo.type, content: logo.bytes },
      ],
    }),
  }
}

/** Rejects when the signal aborts, whatever step of the protocol the server delays. */
async function expiry(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort')
  throw signal.reason
}

/**
 * Returns the transport for an HTTP gateway: `POST {to, text}` as JSON with a bearer token. Any 2xx status means that
 * the message is accepted.
 */
function smsTransport({ url, token }: { url: string; token: string }, timeout: number): Transport {
  return async ({ to, text }) => {
    const response = await tracedFetch('SMS gateway', url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to, text }),
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new GatewayRefusal(response.status)
  }
}
