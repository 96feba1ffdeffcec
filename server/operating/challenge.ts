import type { IncomingHttpHeaders } from 'node:http'
import type { ProblemCode } from '../../contract/problems.ts'

const bearer = 'Bearer realm="portaria"'
const basic = 'Basic realm="portaria", charset="UTF-8"'

const invalidToken: ReadonlySet<ProblemCode> = new Set([
  'access-token-invalid',
  'access-token-expired',
])
const wrongBasic: ReadonlySet<ProblemCode> = new Set([
  'invalid-credentials',
  'module-secret-invalid',
])

/**
 * Value of `www-authenticate` for a 401 (RFC 9110 §11.6.1, RFC 6750 §3). `Basic` would open a browser's own dialog
 * instead of this site's screens, so only programs get it: they send neither of these two headers (Node's `fetch` does
 * send `sec-fetch-mode`). See decision 20.
 */
export function challengeOf(code: ProblemCode, headers: IncomingHttpHeaders): string {
  if (invalidToken.has(code)) return `${bearer}, error="invalid_token"`
  const fromBrowser = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  return wrongBasic.has(code) && !fromBrowser ? basic : bearer
}
