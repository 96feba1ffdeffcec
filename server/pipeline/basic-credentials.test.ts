import { expect, test } from 'vitest'
import { parseBasic } from './basic-credentials.ts'

const encoded = (text: string) => Buffer.from(text, 'utf8').toString('base64')

test('user and password are separated by the first colon and decoded as UTF-8', () => {
  expect(parseBasic(`Basic ${encoded('ana:senha')}`)).toEqual({ user: 'ana', password: 'senha' })
  expect(parseBasic(`basic ${encoded('ana:se:nha:')}`)).toEqual({
    user: 'ana',
    password: 'se:nha:',
  })
  expect(parseBasic(`Basic ${encoded('joão:coração')}`)).toEqual({
    user: 'joão',
    password: 'coração',
  })
  expect(parseBasic(`Basic ${encoded('\uFEFFana:senha')}`)?.user).toBe('\uFEFFana')
  expect(parseBasic(`Basic ${encoded('ana:')}`)).toEqual({ user: 'ana', password: '' })
})

test.each([
  ['nothing', undefined],
  ['another scheme', `Bearer ${encoded('ana:senha')}`],
  ['something before the scheme', `x Basic ${encoded('ana:senha')}`],
  ['something after the credentials', `Basic ${encoded('ana:senha')} x`],
  ['no credentials', 'Basic '],
  ['no base64', 'Basic ana:senha'],
  ['no colon', `Basic ${encoded('ana')}`],
  ['no user', `Basic ${encoded(':senha')}`],
  ['a control character', `Basic ${encoded('ana:se\u0000nha')}`],
  ['no UTF-8', `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}`],
  ['more than 2000 characters', `Basic ${'YTpi'.repeat(501)}`],
])('%s is not accepted as credentials', (_, header) => {
  expect(parseBasic(header)).toBeUndefined()
})

test('at most 2000 characters are accepted', () => {
  expect(parseBasic(`Basic ${encoded(`a:${'x'.repeat(1498)}`)}`)?.password).toHaveLength(1498)
})
