import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { type CompletedResponse, responseClassOf, Traffic } from './traffic.ts'

test('a response that is ended twice is sent and recorded once', async () => {
  const traffic = new Traffic()
  const told: CompletedResponse[] = []
  traffic.onCompleted((completed) => told.push(completed))
  let state: unknown
  const server = createServer({ ServerResponse: responseClassOf(traffic) }, (_, answer) => {
    answer.statusCode = 418
    answer.end('whole')
    answer.end()
    state = { sent: answer.headersSent, ended: answer.writableEnded }
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server is not listening.')
  const answer = await fetch(`http://127.0.0.1:${address.port}`)
  expect([answer.status, await answer.text()]).toEqual([418, 'whole'])
  expect(state).toEqual({ sent: true, ended: true })
  expect(told.map(({ status }) => status)).toEqual([418])
})
