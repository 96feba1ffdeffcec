import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as the collector received it. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentId: string
  name: string
  attributes: Record<string, string | number>
  /** Trace ids of the linked spans. */
  links: string[]
  failed: boolean
  /** Attributes of the process. */
  resource: Record<string, string | number>
}

/** A collector that receives traces as OTLP over HTTP in protobuf, and stores them. */
export class TraceCollector {
  readonly spans: ReceivedSpan[] = []
  /** All received bytes, as Latin 1. */
  received = ''
  headers: IncomingHttpHeaders[] = []
  /** Status of the next responses; undefined never responds. */
  status: number | undefined = 200
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      this.headers.push(request.headers)
      if (this.status === undefined) return
      if (this.status === 200) this.#store(Buffer.concat(chunks))
      response.writeHead(this.status, { 'content-type': 'application/x-protobuf' }).end()
    })
  })

  /** Starts listening and returns the value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  named(name: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.name === name)
  }

  trace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId)
  }

  #store(bytes: Buffer): void {
    this.received += bytes.toString('latin1')
    this.spans.push(...spansIn(bytes))
  }
}

// Field numbers are those of opentelemetry/proto/trace/v1/trace.proto.

function spansIn(request: Buffer): ReceivedSpan[] {
  return fieldsOf(request, 1).flatMap((resourceSpans) => {
    const resource = attributesOf(fieldsOf(resourceSpans, 1)[0] ?? Buffer.alloc(0), 1)
    return fieldsOf(resourceSpans, 2)
      .flatMap((scopeSpans) => fieldsOf(scopeSpans, 2))
      .map((span) => ({
        traceId: hexOf(span, 1),
        spanId: hexOf(span, 2),
        parentId: hexOf(span, 4),
        name: fieldsOf(span, 5)[0]?.toString() ?? '',
        attributes: attributesOf(span, 9),
        links: fieldsOf(span, 13).map((link) => hexOf(link, 1)),
        failed: fieldsOf(span, 15).some((status) => fieldsOf(status, 3)[0]?.[0] === 2),
        resource,
      }))
  })
}

const hexOf = (message: Buffer, field: number): string =>
  fieldsOf(message, field)[0]?.toString('hex') ?? ''

function attributesOf(message: Buffer, field: number): Record<string, string | number> {
  return Object.fromEntries(
    fieldsOf(message, field).map((pair) => {
      const [key = '', value = Buffer.alloc(0)] = [
        fieldsOf(pair, 1)[0]?.toString(),
        fieldsOf(pair, 2)[0],
      ]
      const [text] = fieldsOf(value, 1)
      const [whole] = fieldsOf(value, 3)
      return [key, text?.toString() ?? (whole ? readVarint(whole, 0).value : '')]
    }),
  )
}

/** Returns the contents of all fields with this number; of a varint, its bytes. */
function fieldsOf(message: Buffer, wanted: number): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at < message.length;) {
    const tag = readVarint(message, at)
    let [start, end] = [tag.end, tag.end]
    const type = tag.value % 8
    if (type === 0) ({ end } = readVarint(message, start))
    else if (type === 1) end += 8
    else if (type === 5) end += 4
    else {
      const length = readVarint(message, start)
      ;[start, end] = [length.end, length.end + length.value]
    }
    if (Math.floor(tag.value / 8) === wanted) found.push(message.subarray(start, end))
    at = end
  }
  return found
}

function readVarint(bytes: Buffer, from: number): { value: number; end: number } {
  let [value, end] = [0, from]
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[end] ?? 0
    end += 1
    value += (byte % 128) * factor
    if (byte < 128) return { value, end }
  }
}
