import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

/** Request to send. */
interface Sent {
  method: string
  headers: OutgoingHttpHeaders
  body: string | Uint8Array | undefined
}

/** Response with decoded content. */
interface Received {
  status: number
  headers: Headers
  bytes: Buffer
}

const agent = new Agent({ keepAlive: true })

/**
 * Sends one request over a keep-alive connection. `fetch` takes several times the CPU, and tests send tens of thousands
 * of requests.
 */
export function exchange(url: string, { method, headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        try {
          const { statusCode: status = 0, rawHeaders } = response
          const answered = headersOf(rawHeaders)
          resolve({ status, headers: answered, bytes: decoded(Buffer.concat(chunks), answered) })
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Returns headers from a list in which names and values alternate. */
function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '')
  return headers
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

function decoded(bytes: Buffer, headers: Headers): Buffer {
  const coding = headers.get('content-encoding')
  const decode = coding === null || bytes.length === 0 ? undefined : decoders[coding]
  return decode ? decode(bytes) : bytes
}
