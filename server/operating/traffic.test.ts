import { once } from 'node:events'
import { createServer } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Answered, answersOf, Traffic } from './traffic.ts'

test('what is ready in one turn is sent at its end, one right after the other, and what comes then in the next', async () => {
  const traffic = new Traffic()
  const sent: string[] = []
  traffic.atEndOfTurn(() => {
    sent.push('first')
    queueMicrotask(() => sent.push('what follows from it'))
    traffic.atEndOfTurn(() => sent.push('of the next turn'))
  })
  traffic.atEndOfTurn(() => sent.push('second'))
  await Promise.resolve()
  expect(sent).toEqual([])
  await setImmediate()
  expect(sent).toEqual(['first', 'second', 'what follows from it'])
  await setImmediate()
  expect(sent.at(-1)).toBe('of the next turn')
})

test('no more than 64 wait for each other, however many are ready in one turn', async () => {
  const traffic = new Traffic()
  let sent = 0
  const add = (count: number) => {
    for (let n = 0; n < count; n++) traffic.atEndOfTurn(() => sent++)
  }
  add(63)
  expect(sent).toBe(0)
  add(1)
  expect(sent).toBe(64)
  add(63)
  expect(sent).toBe(64)
  await setImmediate()
  expect(sent).toBe(127)
})

test('an answer is sent at the end of its turn, and told of once, also where it is ended twice', async () => {
  const traffic = new Traffic()
  const told: Answered[] = []
  traffic.onAnswered((answered) => told.push(answered))
  let state: unknown
  const server = createServer({ ServerResponse: answersOf(traffic) }, (_, answer) => {
    answer.statusCode = 418
    answer.end('whole')
    answer.end()
    state = { sent: answer.headersSent, ended: answer.writableEnded }
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('It does not listen.')
  const answer = await fetch(`http://127.0.0.1:${address.port}`)
  expect([answer.status, await answer.text()]).toEqual([418, 'whole'])
  expect(state).toEqual({ sent: false, ended: true })
  expect(told.map(({ status }) => status)).toEqual([418])
})
