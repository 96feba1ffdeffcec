import { describe, expect, test } from 'vitest'
import { keptAttribute } from './svg-attribute.ts'

const attribute = (local: string, value: string) => ({
  name: local,
  prefix: '',
  local,
  uri: '',
  value,
})

describe('an attribute of a logo', () => {
  // Regression test: a regular expression for calls took 90 s on each of these values.
  test.each([
    ['letters', 'a'.repeat(200_000)],
    ['spaces', ' '.repeat(200_000)],
    ['calls', 'scale (1) '.repeat(20_000)],
    ['brackets', '('.repeat(200_000)],
    ['references', 'url(#a)'.repeat(30_000)],
    ['unfinished references', 'url(#a '.repeat(30_000)],
  ])('is parsed in linear time with many %s', (_, value) => {
    const read = () => {
      try {
        return keptAttribute('path', attribute('transform', value), false)
      } catch (error) {
        return error
      }
    }
    expect(read()).toBeDefined()
  })

  test.each([
    'rotate(45)',
    'translate (1, 2) scale(3)',
    'matrix(1 0 0 1 0 0),rotate(2)',
    'url(#a)',
  ])('%s is kept', (value) => {
    expect(keptAttribute('path', attribute('transform', value), false)).toContain(value)
  })

  test.each(['image-set(x)', 'rotate(1) src (x)', '(x)', 'rotate(src(x))', 'scale(1)src(2)'])(
    '%s is refused',
    (value) => {
      expect(() => keptAttribute('path', attribute('transform', value), false)).toThrow()
    },
  )
})
