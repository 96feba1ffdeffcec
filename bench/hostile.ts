/** An anonymous client in a process of its own. Sends all attacks concurrently, as fast as possible. */
import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { basic } from '../test/testing/portal-client.ts'
import type { Attacks } from './attacks.ts'

interface Order {
  url: string
  /** Origin of the portal's pages. */
  origin: string
  seconds: number
}

process.on('message', (order: Order) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())

/** Makes all attacks come from one network. */
const network = { 'x-forwarded-for': '203.0.113.66' }
const json = { 'content-type': 'application/json' }
/** Approximate milliseconds to solve the captcha's proof of work (`server/captcha/altcha.ts`). */
const captcha = 1000
const handle = (): string => randomBytes(32).toString('base64url')
const unknownKeys = JSON.stringify(
  Object.fromEntries(Array.from({ length: 900 }, (_, n) => [n, 0])),
)

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  [path, { method: 'POST', headers: { ...json, ...headers }, body }] as const

interface Attack {
  /** Milliseconds to wait before each attempt, as a client would need for the captcha. The bench has no captcha. */
  captcha?: number
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Attacks that need no account or secret, limited as docs/security/limits.md says. */
const attacks: ((origin: string) => readonly [path: string, init: Attack])[] = [
  () => ['/api/auth-local', { captcha, method: 'POST', headers: basic(handle(), 'errada') }],
  () =>
    post(
      '/api/user/choose-mfa',
      JSON.stringify({ session: handle(), email: 'admin@portaria.example', answer: 'EMAIL_OTP' }),
    ),
  () => post('/api/user/token-validate', unknownKeys),
  () => [`/api/user-local/token?code=${handle()}`, {}],
  (origin) => post('/api/federated/start', '{"purpose":"sign-in"}', { origin }),
  () => ['/api/federated/callback?state=x', {}],
  () => [
    '/api/user/recovery-account',
    {
      captcha,
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'admin@portaria.example', question: 1, response: handle() }),
    },
  ],
  () => ['/nothing', {}],
]

/** Repeats each attack on two connections and counts all responses. */
async function run({ url, origin, seconds }: Order): Promise<Attacks> {
  const end = performance.now() + seconds * 1000
  const answered: Attacks = {}
  const connection = async (attack: (typeof attacks)[number]): Promise<void> => {
    while (performance.now() < end) {
      const [path, { captcha: pause, ...init }] = attack(origin)
      if (pause !== undefined) await sleep(pause)
      const headers = { ...network, ...init.headers }
      const response = await fetch(url + path, { ...init, headers, redirect: 'manual' })
      await response.arrayBuffer()
      const name = `${init.method ?? 'GET'} ${path.split('?')[0]} ${response.status}`
      answered[name] = (answered[name] ?? 0) + 1
    }
  }
  await Promise.all([...attacks, ...attacks].map(connection))
  return answered
}
