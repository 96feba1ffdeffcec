import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { DatabaseAway, isDatabaseAway, markAway } from './database-away.ts'

async function refused(cause: unknown): Promise<unknown> {
  try {
    return await markAway(Promise.reject(cause))
  } catch (thrown) {
    return thrown
  }
}

/** What PostgreSQL answers, with its code. */
function answered(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError(`answered ${code}`, 1, 'error')
  error.code = code
  return error
}

describe('the database is away', () => {
  test.each([
    ['was told to stop', answered('57P01')],
    ['is starting', answered('57P03')],
    ['has no connection left', answered('53300')],
    ['lost the connection', answered('08006')],
    ['refuses to connect', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['cut the socket', Object.assign(new Error('read'), { code: 'ECONNRESET' })],
    ['has no address', Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' })],
    ['ended without a word', new Error('Connection terminated unexpectedly')],
    ['does not answer', new Error('Query read timeout')],
    [
      'was gone before',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
  ])('when it %s', async (_, error) => {
    const thrown = await refused(error)
    expect(isDatabaseAway(thrown)).toBe(true)
    expect(thrown).toMatchObject({ name: 'DatabaseAway', cause: error })
  })

  test.each([
    ['a broken constraint', answered('23505')],
    ['a statement that took too long', answered('57014')],
    ['a missing right', answered('42501')],
    ['a fault of ours', new TypeError('Converting circular structure to JSON')],
    ['no error at all', 'text'],
  ])('but not for %s', async (_, error) => {
    const thrown = await refused(error)
    expect(isDatabaseAway(thrown)).toBe(false)
    expect(thrown).toBe(error)
  })

  test('and nobody else is: what was not marked at its source is none of the database', () => {
    const ofAClient = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    expect(isDatabaseAway(ofAClient)).toBe(false)
    expect(isDatabaseAway(new DatabaseAway(ofAClient))).toBe(true)
  })

  test('what arrives is handed on', async () => {
    expect(await markAway(Promise.resolve('here'))).toBe('here')
  })
})
