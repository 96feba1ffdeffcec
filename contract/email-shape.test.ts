import { expect, it } from 'vitest'
import { isEmail, emailMax } from './email-shape.ts'
import { email } from './fields.ts'

it.each([
  'ana@operadora.example',
  '  Ana.Maria+portal@Operadora.Example  ',
  '',
  'ana',
  'ana@',
  'ana@operadora',
  'ana..maria@operadora.example',
  'ana @operadora.example',
  'aná@operadora.example',
  `${'a'.repeat(emailMax - '@x.example'.length)}@x.example`,
  `${'a'.repeat(emailMax - '@x.example'.length + 1)}@x.example`,
])('takes %j for an e-mail as the schema does', (typed) => {
  expect(isEmail(typed)).toBe(email.safeParse(typed).success)
})
