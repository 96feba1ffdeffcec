import { onTestFinished, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { z } from 'zod'
import { maxPasskeys, type Passkey } from '../../contract/passkeys.ts'
import type { RequestOptions } from '../../contract/webauthn.ts'
import { refuse, type Handlers } from './fake-api.ts'
import { factorHandlers } from './fake-factors.ts'

/** Relying party of the test pages. */
const rpId = location.hostname
const userHandle = 'Zm9pIGNyaWFkYSBwYXJhIHRlc3Rl'
/** A handle and a challenge as the server issues them. */
export const handle = `${'n'.repeat(43)}.1a2b3c4d.${'m'.repeat(43)}`
const challenge = 'c'.repeat(43)

let lastId = 500

/** A passkey as the server returns it. */
export const passkey = (values: Partial<Passkey> = {}): Passkey => ({
  id: (lastId += 1),
  credential_id: `Y3JlZGVuY2lhbC0${lastId}`,
  name: 'Chave de acesso',
  aaguid: '00000000-0000-0000-0000-000000000000',
  transports: ['internal'],
  backed_up: false,
  created_at: '2026-11-20T12:00:00.000Z',
  last_used_at: null,
  ...values,
})

/** Options to use one of these passkeys, or any at the sign-in. */
export const requestOptions = (rows: readonly Passkey[] = []): RequestOptions => ({
  challenge,
  rpId,
  timeout: 60_000,
  userVerification: 'required',
  allowCredentials: rows.map(({ credential_id: id, transports }) => ({
    type: 'public-key',
    id,
    transports,
  })),
})

/** Fake endpoints of passkeys. Writes change `rows`. Signatures are not verified. */
export function passkeyHandlers(rows: Passkey[]): Handlers {
  const get = (id: number) => rows.find((row) => row.id === id) ?? refuse('not-found')
  return {
    ...factorHandlers(),
    passkeyList: () => ({ passkeys: [...rows], rp_id: rpId, user_handle: userHandle }),
    passkeyOptions: () => ({
      session: handle,
      options: {
        challenge,
        rp: { id: rpId, name: 'Gestão de Acesso' },
        user: { id: userHandle, name: 'ana@portaria.example', displayName: 'Ana Maria' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        timeout: 60_000,
        excludeCredentials: requestOptions(rows).allowCredentials,
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
    }),
    passkeyCreate({ body: { credential } }) {
      if (rows.length >= maxPasskeys) refuse('passkey-limit')
      const created = passkey({ name: 'Gerenciador de senhas', credential_id: credential.id })
      rows.push(created)
      return created
    },
    passkeyRename: ({ params: { id }, body: { name } }) => Object.assign(get(id), { name }),
    passkeyDelete({ params: { id } }) {
      rows.splice(rows.indexOf(get(id)), 1)
      return {}
    },
  }
}

/** An authenticator that Chromium simulates, for the real ceremonies of a test. */
export interface VirtualAuthenticator {
  /** Whether the user passes the verification, such as a fingerprint. */
  setVerified: (verified: boolean) => Promise<void>
  /** Ids of the stored passkeys, in base64url. */
  stored: () => Promise<string[]>
  /** Stores a passkey that was created earlier, and returns its id. */
  add: () => Promise<string>
}

const added = z.object({ authenticatorId: z.string() })
const stored = z.object({ credentials: z.array(z.object({ credentialId: z.base64() })) })

/** Adds an authenticator to the page of the running test. */
export async function addAuthenticator(): Promise<VirtualAuthenticator> {
  const session = cdp()
  await session.send('WebAuthn.enable', {})
  const { authenticatorId } = added.parse(
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    }),
  )
  onTestFinished(async () => {
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  })
  return {
    async setVerified(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async add() {
      const id = crypto.getRandomValues(new Uint8Array(16))
      const { privateKey } = await crypto.subtle.generateKey(
        { name: 'ECDSA', namedCurve: 'P-256' },
        true,
        ['sign'],
      )
      const key = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey))
      await session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: {
          credentialId: base64Of(id),
          isResidentCredential: true,
          rpId,
          privateKey: base64Of(key),
          userHandle: fromBase64url(userHandle),
          signCount: 1,
        },
      })
      return toBase64url(base64Of(id))
    },
    async stored() {
      const found = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return stored.parse(found).credentials.map(({ credentialId }) => toBase64url(credentialId))
    },
  }
}

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const toBase64url = (text: string): string =>
  text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const fromBase64url = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/')

/**
 * Offers no passkeys in fields during the running test. A simulated authenticator accepts such a request at once, as if
 * the user had chosen a suggestion.
 */
export function withoutAutofill(): void {
  const spy = vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable')
  spy.mockResolvedValue(false)
  onTestFinished(() => spy.mockRestore())
}

/** Runs a test in a browser without WebAuthn. */
export async function withoutWebAuthn(run: () => Promise<void>): Promise<void> {
  const found = Object.getOwnPropertyDescriptor(window, 'PublicKeyCredential')
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  try {
    await run()
  } finally {
    if (found) Object.defineProperty(window, 'PublicKeyCredential', found)
  }
}
