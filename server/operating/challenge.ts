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
 * Returns the value of `www-authenticate` for a 401 (RFC 9110 §11.6.1, RFC 6750 §3; decision 20). `Basic` would make a
 * browser open its own dialog instead of this site's screens, so only programs get it. They are recognised by the
 * absence of both headers checked here (Node's `fetch` does send `sec-fetch-mode`).
 */
export function challengeOf(code: ProblemCode, headers: IncomingHttpHeaders): string {
  if (invalidToken.has(code)) return `${bearer}, error="invalid_token"`
  const fromBrowser = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  return wrongBasic.has(code) && !fromBrowser ? basic : bearer
}
