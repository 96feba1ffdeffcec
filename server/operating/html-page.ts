import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Placeholder for the per-response nonce, in the page (`web/index.html`) and in its policy. */
export const noncePlace = '{style-nonce}'

/**
 * An HTML page. Each response has a new nonce for the style sheets that components insert at run time (decision 20).
 * The ETag is computed without the nonce. A 304 contains no policy, so the browser applies the cached policy, whose
 * nonce is that of the cached page.
 */
export class HtmlPage {
  readonly #parts: readonly string[]
  readonly #policy: string
  readonly #tag: string

  constructor(html: string, policy: string) {
    this.#parts = html.split(noncePlace)
    this.#policy = policy
    this.#tag = `W/"${hash('sha256', `${policy} ${html}`, 'base64url').slice(0, 27)}"`
  }

  /** Sends the page, or 304 if the browser has this version. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.header('etag', this.#tag)
    if (!this.#isKnown(request.headers['if-none-match'])) return this.#whole(reply)
    return reply
      .code(304)
      .header('cache-control', 'no-cache')
      .removeHeader('content-security-policy')
      .send()
  }

  /** Sends the page with status 404. The app then shows its own 'not found' screen. */
  sendNotFound(reply: FastifyReply): FastifyReply {
    return this.#whole(reply.code(404))
  }

  #whole(reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({
        'content-security-policy': this.#policy.replace(noncePlace, `'nonce-${nonce}'`),
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
      })
      .send(this.#parts.join(nonce))
  }

  #isKnown(asked: string | undefined): boolean {
    return asked?.split(',').some((tag) => tag.trim() === this.#tag || tag.trim() === '*') ?? false
  }
}
