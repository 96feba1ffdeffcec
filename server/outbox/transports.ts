import { once } from 'node:events'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { GatewayRefusal } from './delivery-failure.ts'
import type { Message } from './outbox-queries.ts'

/** Takes a message out of the house; rejects when it could not. */
export type Transport = (message: Message) => Promise<void>

export interface Transports {
  email: Transport
  sms: Transport
  /** Whether a channel only ends in the outbox, where its text stays readable. */
  keepsText(channel: Message['channel']): boolean
}

/**
 * Milliseconds after which a server that says nothing has refused: less than a drain may take (rulings §9), and before
 * the database ends the waiting transaction, without which the failed try would not be counted.
 */
const patience = 8000

/** SMTP and the SMS gateway where they are configured; else the outbox itself is where messages end. */
export function makeTransports(config: Config, waiting = patience): Transports {
  const intoOutbox: Transport = () => Promise.resolve()
  return {
    email: config.smtpUrl ? mailTransport(config.smtpUrl, config.mailFrom, waiting) : intoOutbox,
    sms: config.smsGateway ? smsTransport(config.smsGateway, waiting) : intoOutbox,
    // In demo mode the outbox page shows everything that went out.
    keepsText: (channel) =>
      config.demo || (channel === 'email' ? !config.smtpUrl : !config.smsGateway),
  }
}

/**
 * Headers of an automatic mail (RFC 3834), so that no out-of-office replies reach `MAIL_FROM`. Exchange uses its own
 * header; delivery failures are still reported.
 */
const automaticMail = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
}

function mailTransport(url: string, from: string, waiting: number): Transport {
  const mailer = createTransport(
    { url, connectionTimeout: waiting, greetingTimeout: waiting, socketTimeout: waiting },
    { from, headers: automaticMail },
  )
  return async ({ to, subject, text, html }) => {
    const sent = mailer.sendMail({ to, subject, text, ...(html !== undefined && { html }) })
    await Promise.race([sent, expiry(AbortSignal.timeout(waiting))])
  }
}

/** Rejects at the end of the signal, whatever step a server takes its time with. */
async function expiry(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort')
  throw signal.reason
}

/** HTTP gateway: `POST {to, text}` as JSON with a bearer token; any 2xx means accepted. */
function smsTransport({ url, token }: { url: string; token: string }, waiting: number): Transport {
  return async ({ to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to, text }),
      signal: AbortSignal.timeout(waiting),
    })
    if (!response.ok) throw new GatewayRefusal(response.status)
  }
}
