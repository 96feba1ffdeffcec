import { expect, it } from 'vitest'
import { basicCredentials } from './basic-credentials.ts'

const decode = (header: string) => {
  const bytes = Uint8Array.from(atob(header.replace('Basic ', '')), (char) => char.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}

it.each(['simples', 'com:dois:pontos', 'çãé€ 🔑', ''])(
  'encodes the password %j as UTF-8',
  (password) => {
    expect(decode(basicCredentials('ana@x.example', password))).toBe(`ana@x.example:${password}`)
  },
)
