import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { recoveryCodeCount } from '../../contract/factors.ts'
import { refuse, type Handlers } from './fake-api.ts'

type Factors = SuccessOf<Api['factorList']>

/** Secret that the fake server issues, and its only valid code. */
export const totpSecret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const rightCode = '123456'
export const recoveryCodes = Array.from(
  { length: recoveryCodeCount },
  (_, index) => `AB12-CD34-EF56-GH78-JK90-MN${index}P`,
)

export const noFactors = (): Factors => ({ totp: null, recovery_codes: null })

/** Fake endpoints of the authenticator app and of recovery codes. Writes change `stored`. */
export function factorHandlers(stored: Factors = noFactors()): Handlers {
  const now = '2026-11-26T12:00:00.000Z'
  return {
    emailChangeGet: () => ({ email: 'ana@operadora.example', pending: null, wait_hours: 100 }),
    factorList: () => ({ ...stored }),
    recoveryList: () => ({ recoveries: [], frozen_until: null, wait_hours: 30 }),
    totpOptions: () => ({
      session: `${totpSecret}.1a2b3c4d.${'m'.repeat(43)}`,
      secret: totpSecret,
      uri: `otpauth://totp/Portaria:ana?secret=${totpSecret}`,
      qr: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7h-7z"/></svg>',
    }),
    totpCreate({ body: { code } }) {
      if (code !== rightCode) refuse('totp-code-invalid')
      return (stored.totp = { created_at: now, last_used_at: null })
    },
    totpDelete() {
      stored.totp = null
      return {}
    },
    recoveryCodesCreate() {
      stored.recovery_codes = { created_at: now, unused: recoveryCodeCount }
      return { codes: recoveryCodes }
    },
  }
}
