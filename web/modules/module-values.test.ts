import { expect, it } from 'vitest'
import { moduleValues, normalModule } from './module-values.ts'

it('sends a protocol that was typed into the url as the protocol', () => {
  const typed = { ...moduleValues(undefined), url: 'http://Nova.example/' }
  expect(normalModule(typed)).toMatchObject({ protocol: 'http://', url: 'nova.example' })
})
