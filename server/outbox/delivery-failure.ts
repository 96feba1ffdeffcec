import type { Message } from './outbox-queries.ts'

/** Thrown when the SMS gateway responds with a status other than 2xx. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal'
  readonly responseCode: number

  constructor(responseCode: number) {
    super('The SMS gateway refused a message.')
    this.responseCode = responseCode
  }
}

/**
 * Returns the reason of a failed delivery for storage, log and display. Contains only error codes, because an error
 * text may contain the message with its code or password, or the address and key of a gateway.
 */
export function describeFailure(channel: Message['channel'], error: unknown): string {
  const refusal = refusalOf(error)
  if (channel === 'sms') {
    return refusal === undefined
      ? `A entrega ao gateway de SMS falhou: ${codeOf(error)}.`
      : `O gateway de SMS recusou a mensagem: ${refusal}.`
  }
  return refusal === undefined
    ? `A entrega ao servidor de e-mail falhou: ${codeOf(error)}.`
    : `O servidor de e-mail recusou a mensagem: ${refusal}.`
}

/**
 * Returns the status code in the server's response, such as `503`, or `550 5.1.1` with the enhanced code of RFC 3463.
 */
function refusalOf(error: unknown): string | undefined {
  const { responseCode, response } = Object(error) as Record<string, unknown>
  if (typeof responseCode !== 'number') return undefined
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(String(response))?.[1]
  return enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`
}

/** Returns the error constant, such as `ECONNREFUSED`, of the error or its cause; otherwise the name of the error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'erro desconhecido'
  const { originalCode, code } = error as { originalCode?: unknown; code?: unknown }
  const { code: ofCause } = Object(error.cause) as { code?: unknown }
  return [originalCode, ofCause, code].find(isConstant) ?? error.name
}

const isConstant = (code: unknown): code is string =>
  typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code)
