import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedCoding } from './accepted-coding.ts'

/** Compressors by coding. The response is cached in each coding, the smallest first (RFC 9110 §8.4). */
const compressors: Readonly<Record<string, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) => promisify(brotliCompress)(plain, { params: brotliQuality }),
  zstd: promisify(zstdCompress),
  gzip: promisify(gzip),
}
/** The best quality would take seconds. */
const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 5 }
const codings = Object.keys(compressors)
const identity = 'identity'

/**
 * A long response that is the same for all clients and needs no authentication. It is built and compressed once, at the
 * first request, because compressing the longest one takes as long as a password hash.
 */
export class FixedResponse {
  readonly #type: string
  readonly #make: () => Promise<Buffer>
  readonly #bodies = new Map<string, Promise<Buffer>>()

  constructor(type: string, make: () => Promise<Buffer>) {
    this.#type = type
    this.#make = make
  }

  /** Sends the body in the best coding that the client accepts. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const coding = acceptedCoding(request, codings)
    const body = await this.body(coding ?? identity)
    if (coding) reply.header('content-encoding', coding)
    await reply.type(this.#type).header('vary', 'accept-encoding').send(body)
  }

  /** Returns the body in this coding; 'identity' is uncompressed. */
  body(coding: string): Promise<Buffer> {
    const cached = this.#bodies.get(coding)
    if (cached) return cached
    const body = this.#code(coding)
    this.#bodies.set(coding, body)
    // Removes a failed result, so that the next request tries again. The current caller gets the error.
    body.catch(() => this.#bodies.delete(coding))
    return body
  }

  async #code(coding: string): Promise<Buffer> {
    const compress = compressors[coding]
    return compress ? compress(await this.body(identity)) : this.#make()
  }
}
