import type { Message } from './outbox-queries.ts'

/** The SMS gateway answered that it does not take a message. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal'
  readonly responseCode: number

  constructor(responseCode: number) {
    super('The SMS gateway refused a message.')
    this.responseCode = responseCode
  }
}

/**
 * Why a message was not delivered, to be stored, logged and shown. Made of the codes of an error alone: its text may echo
 * the message, with its code or password, or the address and key of a gateway.
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

/** The status that a server answered, such as `503`, or `550 5.1.1` (RFC 3463), which says what is wrong without words. */
function refusalOf(error: unknown): string | undefined {
  const { responseCode, response } = Object(error) as Record<string, unknown>
  if (typeof responseCode !== 'number') return undefined
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(String(response))?.[1]
  return enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`
}

/** A constant such as `ECONNREFUSED`, of the error or of what caused it; else what kind of error it is. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'erro desconhecido'
  const { originalCode, code } = error as { originalCode?: unknown; code?: unknown }
  const { code: ofCause } = Object(error.cause) as { code?: unknown }
  return [originalCode, ofCause, code].find(isConstant) ?? error.name
}

const isConstant = (code: unknown): code is string =>
  typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code)
