import { expect, test } from 'vitest'
import { exportRowsHeader } from '../../contract/audit-log.ts'
import { ProgressCount } from './export-progress.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('the total comes from the header and is 0 without one', () => {
  const headers = new Headers({ [exportRowsHeader]: '3' })
  expect(new ProgressCount('jsonl').begin(headers)).toEqual({ rows: 0, total: 3 })
  expect(new ProgressCount('jsonl').begin(new Headers())).toEqual({ rows: 0, total: 0 })
})

test('in JSON Lines each line is an event, regardless of chunk boundaries', () => {
  const count = new ProgressCount('jsonl')
  expect(count.add(bytes('{"a":1}\n{"b"')).rows).toBe(1)
  expect(count.add(bytes(':"x\\n"}')).rows).toBe(1)
  expect(count.add(bytes('\n')).rows).toBe(2)
})

test('in CSV neither the header row nor a line break within a cell counts as an event', () => {
  const count = new ProgressCount('csv')
  expect(count.add(bytes('Quando;O que mudou\r\n')).rows).toBe(0)
  expect(count.add(bytes('22/11;"Nome: ""Voz""\nAti')).rows).toBe(0)
  expect(count.add(bytes('vo: Sim"\r\n')).rows).toBe(1)
  expect(count.add(bytes('23/11;\r\n')).rows).toBe(2)
})
