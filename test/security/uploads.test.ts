/** Uploads occupy memory. Unauthorised uploads are refused before they arrive; concurrent ones are limited per user. */
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importMaxBytes } from '../../contract/import-kinds.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../testing/console-client.ts'
import { ImportDesk } from '../testing/import-desk.ts'
import { connectTo, parseAnswer, type RawAnswer } from '../testing/raw-http.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const file = 'CNPJ;Nome;E-mail\n1;2;3\n'

/** An upload in progress, and its response if it has arrived. */
class Upload {
  readonly #socket: Socket
  answer: RawAnswer | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (data: Buffer) => (this.answer ??= parseAnswer(data.toString())))
    // A server that has responded may close the connection during the upload.
    socket.on('error', () => socket.destroy())
  }

  /** Sends all of a file except its end. */
  static async begin(by: ConsoleClient, kind: string, length = file.length): Promise<Upload> {
    const socket = await connectTo(app.url)
    const { token, cookie } = by.who
    const head = {
      host: 'localhost',
      authorization: `Bearer ${token}`,
      cookie,
      'content-type': 'text/csv',
      'content-length': length,
    }
    const lines = Object.entries(head).map((pair) => `${pair.join(': ')}\r\n`)
    const upload = new Upload(socket)
    socket.write(
      `POST /api/import/${kind}?name=a.csv HTTP/1.1\r\n${lines.join('')}\r\n${file.slice(0, -1)}`,
    )
    return upload
  }

  end(): void {
    this.#socket.write(file.slice(-1))
  }

  hangUp(): void {
    this.#socket.destroy()
  }
}

const statuses = (uploads: readonly Upload[]) =>
  uploads.flatMap(({ answer }) => (answer ? [answer.status] : []))

/** Starts uploads for each user and waits until this number of them is refused. */
async function beginAll(people: readonly ConsoleClient[], each: number, refused: number) {
  const uploads = await Promise.all(
    people.flatMap((by) => Array.from({ length: each }, () => Upload.begin(by, 'companies'))),
  )
  await vi.waitFor(() => expect(statuses(uploads)).toHaveLength(refused), 10_000)
  return uploads
}

async function expectRoom(by: ConsoleClient): Promise<void> {
  const desk = new ImportDesk(by, 'companies')
  await vi.waitFor(async () => expect((await desk.send(file)).outcome).toBe('200'), 10_000)
}

test.each([
  ['the screen but is no administrator', ['/plan-loose'], 'loose-plans'],
  ['the screen of another kind', ['/plan-loose'], 'companies'],
] as const)('a user with %s is refused before the file has arrived', async (_, screens, kind) => {
  const upload = await Upload.begin(await holderOf(app, screens), kind, importMaxBytes)
  await vi.waitFor(() => expect(upload.answer?.status).toBe(403), 10_000)
  expect(upload.answer?.body).toContain('"forbidden"')
  upload.hangUp()
})

test('an unknown kind is refused before the file has arrived', async () => {
  const upload = await Upload.begin(await administratorOf(app), 'nothing', importMaxBytes)
  await vi.waitFor(() => expect(upload.answer?.status).toBe(400), 10_000)
  upload.hangUp()
})

test('of ten concurrent files of one user in two sessions, two are accepted', async () => {
  const admin = await administratorOf(app)
  const uploads = await beginAll([admin, await arriveInConsole(app, admin.person)], 5, 8)
  expect(new Set(statuses(uploads))).toEqual(new Set([503]))
  const refused = uploads.find(({ answer }) => answer)?.answer
  expect(refused?.body).toContain('"unavailable"')
  expect(refused?.headers.get('retry-after')).toBe('5')
  const taken = uploads.filter(({ answer }) => !answer)
  for (const upload of taken) upload.end()
  await vi.waitFor(() => expect(statuses(taken)).toEqual([200, 200]), 10_000)
  await expectRoom(admin)
  for (const upload of uploads) upload.hangUp()
})

test('of ten concurrent files of five users, eight are accepted; a disconnected client frees its place', async () => {
  const people: ConsoleClient[] = []
  for (let n = 0; n < 5; n++) people.push(await administratorOf(app))
  const uploads = await beginAll(people, 2, 2)
  expect(statuses(uploads)).toEqual([503, 503])
  const other = await administratorOf(app)
  expect((await new ImportDesk(other, 'companies').send(file)).outcome).toBe('503 unavailable')
  for (const upload of uploads) upload.hangUp()
  await expectRoom(other)
})
