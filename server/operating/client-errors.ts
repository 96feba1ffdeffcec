import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config.ts'
import { whenAnswered } from './pipelining.ts'
import { dataHeaders } from './security-headers.ts'
import { requestIdHeader } from './traffic.ts'
import { type Failure, type ProblemCode, problemOf } from '../../contract/problems.ts'

const codeOfHttpError: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

/**
 * Returns a handler for input that is not parsable HTTP. The handler sends an error in the envelope of rulings §2,
 * after the responses to earlier requests (RFC 9112 §9.3.2), and closes the connection.
 */
export function clientErrorHandler(config: Config) {
  const headers = Object.entries(dataHeaders(config)).map(([name, value]) => `${name}: ${value}`)
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    whenAnswered(socket, () => respond(error, socket))
  }
  function respond(error: NodeJS.ErrnoException, socket: Socket): void {
    const code = codeOfHttpError[error.code ?? ''] ?? 'malformed-request'
    const { status, message } = problemOf(code)
    const requestId = randomUUID()
    const result: Failure = { httpStatus: status, httpMessage: message, code, requestId }
    const body = JSON.stringify({ result })
    if (!socket.writable) return void socket.destroy()
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        ...headers,
        `${requestIdHeader}: ${requestId}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
}
