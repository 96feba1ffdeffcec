import type { WriteParts } from '../database/write-parts.ts'
import { messageAfter } from '../outbox/outbox-queries.ts'
import { reportable, type ReportLinks } from '../outbox/report-links.ts'
import { unknownBrowserNotice } from '../outbox/security-notices.ts'
import type { RequestContext } from '../pipeline/call.ts'
import { networksOf } from '../pipeline/network.ts'
import type { DeviceCookie } from '../rate-limits/device-cookie.ts'

interface Entrant {
  id: number
  name: string
  email: string
  last_access_at: Date | null
}

/**
 * Returns the write of a sign-in with a notice to the user, if the browser was not used for the account before (decision
 * 97). The first access is not notified.
 */
export function withBrowserNotice(
  write: WriteParts,
  user: Entrant,
  request: RequestContext,
  { devices, links, now }: { devices: DeviceCookie; links: ReportLinks; now: Date },
): WriteParts {
  if (user.last_access_at === null || devices.read(request.cookies, user.email) !== undefined)
    return write
  const [network] = networksOf(request.address)
  const seen = { at: now, network, userAgent: request.userAgent }
  const about = { userId: user.id, notice: 'browser', now }
  const notice = reportable(unknownBrowserNotice(user, seen), links, about)
  return { ...write, browser_notice: messageAfter(links.keyring, notice) }
}
