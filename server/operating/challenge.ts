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
 * `www-authenticate` of a 401 (RFC 9110 §11.6.1, RFC 6750 §3). A browser would open a dialog of its own for `Basic`, which
 * this site's screens ask for in theirs: it is told only to programs, which send neither of these two headers (Node's
 * `fetch` does send `sec-fetch-mode`). See decision 20.
 */
export function challengeOf(code: ProblemCode, headers: IncomingHttpHeaders): string {
  if (invalidToken.has(code)) return `${bearer}, error="invalid_token"`
  const fromBrowser = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  return wrongBasic.has(code) && !fromBrowser ? basic : bearer
}
