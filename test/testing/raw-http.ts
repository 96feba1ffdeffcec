import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** A raw HTTP response. */
export interface RawAnswer {
  status: number
  headers: Headers
  body: string
}

/** Opens a connection for requests that `fetch` cannot send. `localAddress` is the client's loopback address. */
export async function connectTo(url: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const { port } = new URL(url)
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
  await once(socket, 'connect')
  return socket
}

/** Sends exactly this request and reads until the server closes the connection. */
export async function sendRaw(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const socket = await connectTo(url)
  const lines = Object.entries({ host: 'x', connection: 'close', ...headers })
  socket.write(
    `${method} ${path} HTTP/1.1\r\n${lines.map((pair) => `${pair.join(': ')}\r\n`).join('')}\r\n`,
  )
  return parseAnswer(await text(socket))
}

/** Parses a response. */
export function parseAnswer(answer: string): RawAnswer {
  const [head = '', ...body] = answer.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split(':')
      return [name, value.join(':').trim()]
    }),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, body: body.join('\r\n\r\n') }
}
