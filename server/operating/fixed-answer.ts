import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedCoding } from './accepted-coding.ts'

/** The codings that it comes in beside itself, the smallest first (RFC 9110 §8.4). */
const compressors: Readonly<Record<string, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) => promisify(brotliCompress)(plain, { params: brotliQuality }),
  zstd: promisify(zstdCompress),
  gzip: promisify(gzip),
}
/** The best there is takes seconds. */
const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 5 }
const codings = Object.keys(compressors)
const identity = 'identity'

/**
 * A long answer that is the same for everybody. Anybody may ask for it as often as they like, so it is made and compressed
 * when it is first asked for, and then kept: to compress the longest anew takes as long as a password.
 */
export class FixedAnswer {
  readonly #type: string
  readonly #make: () => Promise<Buffer>
  readonly #bodies = new Map<string, Promise<Buffer>>()

  constructor(type: string, make: () => Promise<Buffer>) {
    this.#type = type
    this.#make = make
  }

  /** Answers in the best coding that the client takes. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const coding = acceptedCoding(request, codings)
    const body = await this.body(coding ?? identity)
    if (coding) reply.header('content-encoding', coding)
    await reply.type(this.#type).header('vary', 'accept-encoding').send(body)
  }

  /** In one coding, or as it is ('identity'). */
  body(coding: string): Promise<Buffer> {
    const kept = this.#bodies.get(coding)
    if (kept) return kept
    const body = this.#code(coding)
    this.#bodies.set(coding, body)
    // What failed is tried again by whoever asks next; whoever asked is told.
    body.catch(() => this.#bodies.delete(coding))
    return body
  }

  async #code(coding: string): Promise<Buffer> {
    const compress = compressors[coding]
    return compress ? compress(await this.body(identity)) : this.#make()
  }
}
