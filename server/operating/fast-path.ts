import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { AtOnce } from '../binder/at-once.ts'
import type { SignedInPrincipal } from '../binder/principal.ts'
import { parseJson } from './json-body.ts'
import type { Answer } from './traffic.ts'

interface Parts {
  /** By method and address. */
  atOnce: ReadonlyMap<string, AtOnce>
  /** What every answer is sent with that is no page. */
  headers: OutgoingHttpHeaders
  /** Whether calls may be answered at once just now. */
  isOpen: () => boolean
  /** Fastify. */
  next: (request: IncomingMessage, response: ServerResponse) => void
}

/**
 * Answers a call at once, before Fastify, where memory alone answers it, who calls is known here and may, and its body is
 * here and good. Whatever else comes goes on to Fastify as if nobody had looked at it, so all that is refused is refused
 * there: this only ever says 200. What Fastify and its hooks do for one call was a quarter of a permission check
 * (docs/decisions/0044-fast-path.md).
 */
export function fastPath({ atOnce, headers, isOpen, next }: Parts) {
  return (request: IncomingMessage, answer: Answer): void => {
    const call = atOnce.get(`${request.method} ${request.url}`)
    const who = call && isOpen() ? call.admit(request.headers) : undefined
    if (!call || !who) return next(request, answer)
    const answered = (body?: Buffer): boolean => {
      const text = textOf(call, who, body)
      if (text === undefined) return false
      answer.operation = call.operation
      answer.writeHead(200, {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      })
      answer.end(text)
      return true
    }
    const { bodyLimit } = call
    if (bodyLimit === undefined) return answered() ? undefined : next(request, answer)
    if (request.headers['content-type'] !== 'application/json') return next(request, answer)
    // Node takes in what came with the head as soon as this is over.
    process.nextTick(() => {
      const body = wholeBody(request, bodyLimit)
      if (body && answered(body)) return
      if (body) request.unshift(body)
      next(request, answer)
    })
  }
}

/** What is answered; undefined where it is refused, which Fastify comes to by itself, and says why. */
function textOf(call: AtOnce, who: SignedInPrincipal, body: Buffer | undefined) {
  try {
    return JSON.stringify(call.answer(who, body && parseJson(body)))
  } catch {
    return undefined
  }
}

/** The body where all of it is here, and no longer than it may be. */
function wholeBody(request: IncomingMessage, limit: number): Buffer | undefined {
  const length = request.readableLength
  if (length > limit || length !== Number(request.headers['content-length'])) return undefined
  return (request.read() as Buffer | null) ?? undefined
}
