import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Message } from './outbox-queries.ts'

/** Takes a message out of the house; rejects when it could not. */
export type Carrier = (message: Message) => Promise<void>

export interface Carriers {
  email: Carrier
  sms: Carrier
  /** Whether a channel only ends in the outbox, where its text stays readable. */
  keepsText(channel: Message['channel']): boolean
}

/** SMTP and the SMS gateway where they are configured; else the outbox itself is where messages end. */
export function makeCarriers(config: Config): Carriers {
  const intoOutbox: Carrier = () => Promise.resolve()
  return {
    email: config.smtpUrl ? mailCarrier(config.smtpUrl, config.mailFrom) : intoOutbox,
    sms: config.smsGateway ? smsCarrier(config.smsGateway) : intoOutbox,
    // In demo mode the outbox page shows everything that went out.
    keepsText: (channel) =>
      config.demo || (channel === 'email' ? !config.smtpUrl : !config.smsGateway),
  }
}

function mailCarrier(smtpUrl: string, from: string): Carrier {
  const transport = createTransport(smtpUrl, { from })
  return async ({ to, subject, text, html }) => {
    await transport.sendMail({ to, subject, text, ...(html !== undefined && { html }) })
  }
}

/** HTTP gateway: `POST {to, text}` as JSON with a bearer token; any 2xx means accepted. */
function smsCarrier({ url, token }: { url: string; token: string }): Carrier {
  return async ({ to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to, text }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`SMS gateway answered ${response.status}`)
  }
}
