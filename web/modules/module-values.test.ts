import { expect, it } from 'vitest'
import { moduleValues, normalModule } from './module-values.ts'

it('a protocol typed in the url field is sent as the protocol', () => {
  const typed = { ...moduleValues(undefined), url: 'http://Nova.example/' }
  expect(normalModule(typed)).toMatchObject({ protocol: 'http://', url: 'nova.example' })
})
