import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { Mailbox } from '../../test/testing/mailbox.ts'
import { testEnvironment } from '../../test/testing/test-environment.ts'
import { makeTransports } from './transports.ts'
import { describeFailure } from './delivery-failure.ts'
import type { Message } from './outbox-queries.ts'

const secret = '271828'
const mail: Message = {
  channel: 'email',
  to: 'pessoa@operadora.example',
  subject: 'Seu código de acesso',
  text: `Use este código: ${secret}`,
}
const sms: Message = { channel: 'sms', to: '5511987650001', subject: '', text: mail.text }
const opened: (() => unknown)[] = []
afterAll(() => Promise.all(opened.map((close) => close())))

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a mail server that replies to each line with the next of these lines. */
const speaking = (...lines: string[]) =>
  listen(
    createServer((socket) => {
      const say = () => socket.write(`${lines.shift() ?? '250 ok'}\r\n`)
      say()
      socket.on('data', say)
    }),
  )
const silent = () => listen(createServer(() => undefined))
const gateway = (answer: RequestListener) => listen(createHttpServer(answer))

/** Address of a port that nothing listens on. */
async function closed(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `127.0.0.1:${port}`
}

/** Timeout in milliseconds for servers that never respond. For other servers the production timeout applies. */
const shortTimeout = 300

/** Returns the stored reason of a failed delivery. */
async function reasonOf(
  message: Message,
  config: Partial<Config>,
  waiting?: number,
): Promise<string> {
  const transports = makeTransports(
    { ...readConfig(testEnvironment(3000, 'postgres://localhost')), ...config },
    waiting,
  )
  const error: unknown = await transports[message.channel](message).then(
    () => 'delivered',
    (reason: unknown) => reason,
  )
  return describeFailure(message.channel, error)
}

describe('failure reason of a mail', () => {
  const refused = 'O servidor de e-mail recusou a mensagem: '
  const failed = 'A entrega ao servidor de e-mail falhou: '
  const greeting = ['220 hello', '250 hello']

  test.each<[string, () => Promise<string>, string, waiting?: number]>([
    [
      'names the status codes of the server, not the mail that it echoes',
      async () => {
        const mailbox = new Mailbox()
        opened.push(() => mailbox.close())
        mailbox.refusals = 1
        mailbox.refuse = (heard) => `4.7.1 Looks like spam: ${heard.replace(/\s+/g, ' ')}`
        return mailbox.open()
      },
      `${refused}451 4.7.1.`,
    ],
    [
      'names the status code for an unknown recipient',
      async () =>
        `smtp://${await speaking(...greeting, '250 ok', `550-5.1.1 nobody ${secret}\r\n550 5.1.1 here`)}`,
      `${refused}550 5.1.1.`,
    ],
    [
      'ignores text that resembles an enhanced status code',
      async () => `smtp://${await speaking(...greeting, `550 5.${secret}.1 no`)}`,
      `${refused}550.`,
    ],
    [
      'reports a refused login without the credentials',
      async () =>
        `smtp://portaria:${secret}@${await speaking('220 hello', '250-hello\r\n250 AUTH PLAIN', `535 5.7.8 no login with ${secret}`)}`,
      `${refused}535 5.7.8.`,
    ],
    [
      'reports a refused connection',
      async () => `smtp://${await closed()}`,
      `${failed}ECONNREFUSED.`,
    ],
    [
      'reports a silent server, in time to count the attempt',
      async () => `smtp://${await silent()}`,
      failed,
      shortTimeout,
    ],
  ])('%s', async (_, server, expected, waiting) => {
    const reason = await reasonOf(mail, { smtpUrl: await server() }, waiting)
    expect(reason).toContain(expected)
    expect(reason).not.toContain(secret)
  })

  test('reports a timeout although the server keeps sending', async () => {
    const slow = createServer((socket) => {
      const dripping = setInterval(() => socket.write('220-still here\r\n'), 50)
      socket.on('close', () => clearInterval(dripping))
    })
    const smtpUrl = `smtp://${await listen(slow)}?greetingTimeout=60000`
    // On a busy machine, establishing the connection may already exceed the timeout.
    expect([`${failed}TimeoutError.`, `${failed}ETIMEDOUT.`]).toContain(
      await reasonOf(mail, { smtpUrl }, shortTimeout),
    )
  })
})

describe('failure reason of an SMS', () => {
  const failed = 'A entrega ao gateway de SMS falhou: '

  test.each<[string, () => Promise<string>, string, string, waiting?: number]>([
    [
      'names the status of the gateway, not the text that it echoes',
      () => gateway((request, response) => void request.pipe(response.writeHead(422))),
      'chave',
      'O gateway de SMS recusou a mensagem: 422.',
    ],
    ['reports a refused connection', closed, 'chave', `${failed}ECONNREFUSED.`],
    ['reports a silent gateway', silent, 'chave', `${failed}TimeoutError.`, shortTimeout],
    [
      'hides an address with a password',
      async () => `conta:${secret}@gateway.example`,
      'chave',
      `${failed}TypeError.`,
    ],
    ['hides an invalid key', closed, `chave\n${secret}`, `${failed}TypeError.`],
  ])('%s', async (_, server, token, expected, waiting) => {
    const smsGateway = { url: `http://${await server()}/messages`, token }
    expect(await reasonOf(sms, { smsGateway }, waiting)).toBe(expected)
  })
})
