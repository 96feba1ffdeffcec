import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Stands in a page (`web/index.html`) and in its policy where each answer has a nonce of its own. */
export const noncePlace = '{style-nonce}'

/**
 * A page of the web. Each answer has a nonce for the style sheets that its parts make as they run (decision 20). Its tag
 * is of everything else, so that a browser keeps page, nonce and policy together: a 304 says nothing of the policy.
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

  /** Answers the page, or that the browser still has it. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.header('etag', this.#tag)
    if (!this.#isKnown(request.headers['if-none-match'])) return this.#whole(reply)
    return reply
      .code(304)
      .header('cache-control', 'no-cache')
      .removeHeader('content-security-policy')
      .send()
  }

  /** Answers the page for an address that isn't there: it says so on a screen of its own. */
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
