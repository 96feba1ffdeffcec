import pg from 'pg'
import { describe, expect, test } from 'vitest'
import {
  DatabaseUnavailable,
  isDatabaseUnavailable,
  markUnavailable,
} from './database-unavailable.ts'

async function refused(cause: unknown): Promise<unknown> {
  try {
    return await markUnavailable(Promise.reject(cause))
  } catch (thrown) {
    return thrown
  }
}

/** Returns an error of PostgreSQL with this code. */
function postgresError(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError(`error ${code}`, 1, 'error')
  error.code = code
  return error
}

describe('an unavailable database', () => {
  test.each([
    ['was told to stop', postgresError('57P01')],
    ['is starting', postgresError('57P03')],
    ['has no connection left', postgresError('53300')],
    ['lost the connection', postgresError('08006')],
    ['refuses to connect', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['cut the socket', Object.assign(new Error('read'), { code: 'ECONNRESET' })],
    ['has no address', Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' })],
    ['ended without a message', new Error('Connection terminated unexpectedly')],
    ['does not respond', new Error('Query read timeout')],
    [
      'was gone before',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
  ])('is detected when it %s', async (_, error) => {
    const thrown = await refused(error)
    expect(isDatabaseUnavailable(thrown)).toBe(true)
    expect(thrown).toMatchObject({ name: 'DatabaseUnavailable', cause: error })
  })

  test.each([
    ['a broken constraint', postgresError('23505')],
    ['a statement that took too long', postgresError('57014')],
    ['a missing right', postgresError('42501')],
    ['a programming error', new TypeError('Converting circular structure to JSON')],
    ['no error at all', 'text'],
  ])('is not reported for %s', async (_, error) => {
    const thrown = await refused(error)
    expect(isDatabaseUnavailable(thrown)).toBe(false)
    expect(thrown).toBe(error)
  })

  test('is only reported for errors that were marked at their source', () => {
    const ofAClient = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    expect(isDatabaseUnavailable(ofAClient)).toBe(false)
    expect(isDatabaseUnavailable(new DatabaseUnavailable(ofAClient))).toBe(true)
  })

  test('a successful result is returned unchanged', async () => {
    expect(await markUnavailable(Promise.resolve('here'))).toBe('here')
  })
})
