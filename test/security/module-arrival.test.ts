import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Visitor } from '../testing/builders.ts'
import { enterByPasskey, makePasskey } from '../testing/passkey-trips.ts'
import { findFreePort } from '../testing/free-port.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let module: ChildProcess
let url: string
/** The user whose code is in the link, and the user whose browser follows the link. */
let attacker: Visitor
let victim: Visitor

beforeAll(async () => {
  app = await createTestApp()
  attacker = await app.build.visitor()
  victim = await app.build.visitor({ module: attacker.module, company: attacker.company })
  const port = await findFreePort()
  url = `http://localhost:${port}`
  module = spawn(process.execPath, [join(import.meta.dirname, '../../examples/module/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      PORTARIA_URL: app.origin,
      MODULE_ID: String(attacker.module.id),
      MODULE_SECRET: attacker.module.secret ?? '',
    },
    stdio: 'inherit',
  })
  const answers = () => fetch(url).then(({ status }) => expect(status).toBe(401))
  await vi.waitFor(answers, { timeout: 20_000 })
})
afterAll(async () => {
  const exited = once(module, 'exit')
  module.kill('SIGTERM')
  await exited
  await app.close()
})

async function codeOf({ email, at }: Visitor): Promise<string> {
  return (await app.trips.askForCode(await app.trips.signIn(email), at)).data.code
}

/** The parts of a browser that the module can observe: its cookies and fetch metadata. */
class Browser {
  readonly #jar = new Map<string, string>()

  async go(path: string, site?: string, init: RequestInit = {}) {
    const cookie = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, ...(site !== undefined && { 'sec-fetch-site': site }) }
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#jar.delete(name)
      else this.#jar.set(name, value)
    }
    const challenge = response.headers.get('www-authenticate')
    return { status: response.status, html: await response.text(), challenge }
  }

  /** Follows a link with this user's code. `site` is the value of `sec-fetch-site`. */
  arrive = async (of: Visitor, site?: string) => this.go(`/auth?code=${await codeOf(of)}`, site)
  confirm = (site = 'same-origin') => this.go('/auth', site, { method: 'POST' })

  /** Returns the user that the module shows, if any. */
  async person(): Promise<string | undefined> {
    return /<dd>([^<@]+@[^<]+)<\/dd>/.exec((await this.go('/', 'none')).html)?.[1]
  }
}

test('the portal on the same site signs a user in without a question', async () => {
  const browser = new Browser()
  expect((await browser.arrive(victim, 'same-site')).status).toBe(303)
  expect(await browser.person()).toBe(victim.email)
})

test.each(['cross-site', 'none', undefined])(
  'a link with another user’s code signs no user in if sec-fetch-site is %s',
  async (site) => {
    const browser = new Browser()
    const { status, html } = await browser.arrive(attacker, site)
    expect(status).toBe(200)
    expect(html).toContain('Continuar como ')
    expect(html).toContain(attacker.email)
    expect(await browser.person()).toBeUndefined()
  },
)

test('a link with another user’s code keeps the present session', async () => {
  const browser = new Browser()
  await browser.arrive(victim, 'same-site')
  await browser.arrive(attacker, 'cross-site')
  expect(await browser.person()).toBe(victim.email)
})

test('confirming signs the user in once, in the browser that was asked', async () => {
  const browser = new Browser()
  await browser.arrive(victim, 'cross-site')
  expect((await new Browser().confirm()).status, 'another browser').toBe(401)
  expect((await browser.confirm('cross-site')).status, 'a form of another site').toBe(401)
  expect(await browser.person()).toBeUndefined()
  expect((await browser.confirm()).status).toBe(303)
  expect(await browser.person()).toBe(victim.email)
  await browser.go('/sair', 'same-origin')
  expect((await browser.confirm()).status, 'a second time').toBe(401)
})

test('a link with the signed-in user’s own code needs no confirmation', async () => {
  const browser = new Browser()
  await browser.arrive(victim, 'same-site')
  expect((await browser.arrive(victim, 'cross-site')).status).toBe(303)
  expect(await browser.person()).toBe(victim.email)
})

test('a sensitive act is refused with what it requires, until the user signs in by passkey', async () => {
  const browser = new Browser()
  await browser.arrive(victim, 'same-site')
  const refused = await browser.go('/assinar', 'none')
  expect(refused.status).toBe(401)
  expect(refused.challenge).toBe(
    'Bearer error="insufficient_user_authentication", acr_values="phr", max_age="300"',
  )
  const link = /href="([^"]*acr_values[^"]*)"/.exec(refused.html)?.[1]?.replaceAll('&#38;', '&')
  expect(link).toBe(
    `${app.origin}/auth?refModule=${victim.module.id}&companyId=${victim.company.id}&acr_values=phr&max_age=300`,
  )
  const { authenticator } = await makePasskey(app, victim)
  const { code } = (await app.trips.askForCode(await enterByPasskey(app, authenticator), victim.at))
    .data
  await browser.go(`/auth?code=${code}`, 'same-site')
  expect(await browser.go('/assinar', 'none')).toMatchObject({
    status: 200,
    html: expect.stringContaining('Pedido assinado por '),
  })
})
