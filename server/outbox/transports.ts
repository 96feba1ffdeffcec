import { once } from 'node:events'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { GatewayRefusal } from './delivery-failure.ts'
import type { Message } from './outbox-queries.ts'

/** Sends a message; rejects if it is not accepted. */
export type Transport = (message: Message) => Promise<void>

export interface Transports {
  email: Transport
  sms: Transport
  /** Whether the outbox is the final destination of a channel, so that its text stays readable. */
  keepsText(channel: Message['channel']): boolean
}

/**
 * Timeout in milliseconds for a delivery. Below the limit of a drain (rulings §9), and below the database's timeout for
 * idle transactions, which would roll back the failed attempt.
 */
const deliveryTimeout = 8000

/** Returns SMTP and SMS gateway transports where configured; otherwise messages stay in the outbox. */
export function makeTransports(config: Config, timeout = deliveryTimeout): Transports {
  const keepInOutbox: Transport = () => Promise.resolve()
  return {
    email: config.smtpUrl ? mailTransport(config.smtpUrl, config.mailFrom, timeout) : keepInOutbox,
    sms: config.smsGateway ? smsTransport(config.smsGateway, timeout) : keepInOutbox,
    // In demo mode the outbox page shows every sent message.
    keepsText: (channel) =>
      config.demo || (channel === 'email' ? !config.smtpUrl : !config.smsGateway),
  }
}

/**
 * Headers of an automatic mail (RFC 3834), so that `MAIL_FROM` receives no out-of-office replies. Exchange uses its own
 * header. Delivery failures are still reported.
 */
const automaticMail = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
}

function mailTransport(url: string, from: string, timeout: number): Transport {
  const mailer = createTransport(
    { url, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout },
    { from, headers: automaticMail },
  )
  return async ({ to, subject, text, html }) => {
    const sent = mailer.sendMail({ to, subject, text, ...(html !== undefined && { html }) })
    await Promise.race([sent, expiry(AbortSignal.timeout(timeout))])
  }
}

/** Rejects when the signal aborts, whichever protocol step the server delays. */
async function expiry(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort')
  throw signal.reason
}

/** HTTP gateway: `POST {to, text}` as JSON with a bearer token; any 2xx means accepted. */
function smsTransport({ url, token }: { url: string; token: string }, timeout: number): Transport {
  return async ({ to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to, text }),
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new GatewayRefusal(response.status)
  }
}
