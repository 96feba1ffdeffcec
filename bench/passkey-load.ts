/** Signs in by passkey as fast as the portal allows, in a process of its own. */
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Api } from '../contract/api.ts'
import type { SuccessOf } from '../contract/endpoint.ts'
import { encodeCbor, SoftwareAuthenticator } from '../test/testing/software-authenticator.ts'
import type { LoadResult } from './load-plan.ts'

/** Message that asks for one passkey for each user handle. */
export interface CreatePasskeys {
  origin: string
  userHandles: readonly string[]
}

/** Public parts of a passkey, in base64url. */
export interface CreatedPasskey {
  credentialId: string
  publicKey: string
}

/** Message that asks for sign-ins with the created passkeys in turn. */
interface PasskeyLoad {
  url: string
  inFlight: number
  seconds: number
}

let authenticators: SoftwareAuthenticator[] = []
const agent = new Agent({ keepAlive: true })

process.on('message', (message: CreatePasskeys | PasskeyLoad) => {
  const done = 'userHandles' in message ? Promise.resolve(create(message)) : run(message)
  done.then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())

function create({ origin, userHandles }: CreatePasskeys): CreatedPasskey[] {
  authenticators = userHandles.map((userHandle) => {
    const authenticator = new SoftwareAuthenticator(origin)
    authenticator.userHandle = userHandle
    return authenticator
  })
  return authenticators.map(({ id, coseKey }) => ({
    credentialId: id,
    publicKey: encodeCbor(coseKey).toString('base64url'),
  }))
}

async function run({ url, inFlight, seconds }: PasskeyLoad): Promise<LoadResult> {
  const counts = { good: 0, bad: 0 }
  const end = performance.now() + seconds * 1000
  let turn = 0
  const worker = async (): Promise<void> => {
    for (;;) {
      const authenticator = authenticators[turn++ % authenticators.length]
      if (!authenticator) throw new Error('There are no passkeys.')
      const ok = await signIn(url, authenticator)
      if (performance.now() > end) return
      counts[ok ? 'good' : 'bad']++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return { ...counts, seconds }
}

/** Requests a challenge and signs it. Returns whether the sign-in succeeded. */
async function signIn(url: string, authenticator: SoftwareAuthenticator): Promise<boolean> {
  const { status, body } = await post(`${url}/api/auth-passkey/options`)
  if (status !== 200) return false
  const { session, options } = (body as { result: { data: SuccessOf<Api['authPasskeyOptions']> } })
    .result.data
  const credential = authenticator.get(options)
  return (await post(`${url}/api/auth-passkey`, { session, credential })).status === 200
}

function post(url: string, body?: object): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        agent,
        ...(body && { headers: { 'content-type': 'application/json' } }),
      },
      (response) => {
        json(response).then(
          (received) => resolve({ status: response.statusCode ?? 0, body: received }),
          reject,
        )
      },
    )
    call.on('error', reject)
    call.end(body && JSON.stringify(body))
  })
}
