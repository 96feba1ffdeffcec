import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { filtersOf, idInQuery, listQuery, pageOf, statusFilter } from './list.ts'

const query = listQuery(['name', 'created_at'], { filters: statusFilter })
const refusal = (requested: object) => query.safeParse(requested).error?.issues[0]

describe('the query of a list', () => {
  test('defaults to the first page of 10, ascending, without a sort column', () => {
    expect(query.parse({})).toEqual({ page: 1, take: 10, order: 'asc' })
  })

  test('accepts page and page size as text or number', () => {
    expect(query.parse({ page: '12', take: '50' })).toMatchObject({ page: 12, take: 50 })
    expect(query.parse({ page: 1_000_000, take: 5 })).toMatchObject({ page: 1_000_000, take: 5 })
    for (const take of [5, 10, 20, 50]) expect(query.parse({ take }).take).toBe(take)
  })

  test.each(['x', '1x', 'x1', '', '-1', '1.5', '12345678901'])(
    'refuses %j as a page: it is not an integer',
    (page) => {
      expect(refusal({ page })).toMatchObject({ path: ['page'], message: 'Use um número inteiro.' })
    },
  )

  test('refuses pages before the first, beyond the millionth, and fractions', () => {
    for (const page of [0, -1, 1_000_001, 1.5]) expect(refusal({ page })?.path).toEqual(['page'])
  })

  test('refuses any other page size with a message', () => {
    for (const take of [0, 1, 7, 51, '100'])
      expect(refusal({ take })).toMatchObject({
        path: ['take'],
        message: 'Escolha 5, 10, 20 ou 50 por página.',
      })
  })

  test('trims the search; blank is no search', () => {
    expect(query.parse({ search: '  São ' }).search).toBe('São')
    for (const search of ['', '  ', undefined])
      expect(query.parse({ search }).search).toBeUndefined()
  })

  test('accepts a search of up to 100 characters of plain text', () => {
    expect(query.parse({ search: 'x'.repeat(100) }).search).toHaveLength(100)
    expect(refusal({ search: 'x'.repeat(101) })?.message).toBe('Use no máximo 100 caracteres.')
    expect(refusal({ search: 'a\u001Bb' })?.message).toBe('Use apenas texto simples.')
  })

  test('sorts only by its own columns, in either direction', () => {
    expect(query.parse({ sort: 'created_at', order: 'desc' })).toMatchObject({
      sort: 'created_at',
      order: 'desc',
    })
    expect(query.parse({ order: 'asc' }).order).toBe('asc')
    expect(refusal({ sort: 'email' })?.path).toEqual(['sort'])
    for (const order of ['', 'up', 'DESC']) expect(refusal({ order })?.path).toEqual(['order'])
  })

  test('may be limited to active or inactive rows', () => {
    expect([query.parse({ status: '1' }).status, query.parse({ status: '0' }).status]).toEqual([
      1, 0,
    ])
    expect(query.parse({ status: 1 }).status).toBe(1)
    for (const status of ['2', '', 2, true]) expect(refusal({ status })?.path).toEqual(['status'])
  })

  test('may default to descending', () => {
    expect(listQuery(['created_at'], { order: 'desc' }).parse({}).order).toBe('desc')
  })

  test('lists its filters', () => {
    expect([filtersOf(query), filtersOf(listQuery(['name']))]).toEqual([['status'], []])
  })

  test('refuses unknown parameters', () => {
    expect(refusal({ filter: 'x' })?.code).toBe('unrecognized_keys')
  })

  test('filters by identifiers that a row can have', () => {
    expect(idInQuery.parse('7')).toBe(7)
    for (const refused of ['0', 'x', '2147483648'])
      expect(idInQuery.safeParse(refused).success).toBe(false)
  })

  test('gets a response with rows and total count', () => {
    const page = {
      rows: [{ id: 1 }],
      pagination: { totalRecords: 1, totalPage: 1, page: 1, take: 10 },
    }
    const schema = pageOf(z.object({ id: z.int() }))
    expect(schema.parse(page)).toEqual(page)
    expect(schema.safeParse({ rows: page.rows }).success).toBe(false)
    expect(schema.safeParse({ ...page, pagination: {} }).success).toBe(false)
  })
})
