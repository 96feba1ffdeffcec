import type { access } from '../../contract/access.ts'
import type { Config } from '../config.ts'
import { CallRateLimiter } from '../rate-limits/call-rate-limiter.ts'
import type { Db } from '../database/database.ts'
import { requireAuthentication } from '../sessions/authentication.ts'
import type { SessionCache } from '../sessions/session-cache.ts'
import type { SessionService } from '../sessions/session-service.ts'
import { type Handlers, statement } from '../pipeline/handler.ts'
import { Problem } from '../pipeline/problem.ts'
import { findLogo } from '../logos/record-logo.ts'
import { type Clock, hours } from '../shared/clock.ts'
import { AccessService } from './access-service.ts'
import { findOwnFactors } from './access-queries.ts'
import { companyChoices } from './company-choices.ts'

interface LogoCall {
  db: Db
  params: { id: number; digest: string }
  setHeader: (name: string, value: string) => void
}

export function accessRoutes({
  sessions,
  config,
  ...parts
}: {
  config: Pick<Config, 'codesPerHour' | 'consoleSignInPolicy'>
  sessions: SessionService
  sessionCache: SessionCache
  clock: Clock
}): Handlers<typeof access> {
  const service = new AccessService({ ...parts, config })
  // Limits the codes per user, because each code adds an event to the audit log.
  const codes = new CallRateLimiter(parts.clock, {
    burst: Math.ceil(config.codesPerHour / 5),
    interval: hours(1) / config.codesPerHour,
  })
  return {
    async userInitialPermissions({ db, who, body }) {
      await sessions.requireSameSession(who, body.access_token)
      const offers = await service.offers(db, who.userId)
      const required = offers.some(({ sign_in_policy }) => sign_in_policy !== 'none')
      const factors = required ? await findOwnFactors(db, who.userId) : undefined
      return { companies: companyChoices(offers, factors) }
    },

    async companyConsultSpid({ db, who, body, params }) {
      await sessions.requireSameSession(who, body.access_token)
      const offer = await service.offer(db, who.userId, {
        companyId: params.companyId,
        moduleId: body.module_id,
      })
      return { spids: offer.spids }
    },

    userLocalCode: statement(async ({ db, who, body, audit }) => {
      await sessions.requireSameSession(who, body.access_token)
      codes.consume(`user:${who.userId}`)
      requireAuthentication(
        who.session.authentication,
        { acrValues: body.acr_values, maxAge: body.max_age },
        parts.clock.now(),
      )
      const issued = await service.prepareCode(db, who, {
        companyId: body.company_id,
        moduleId: body.module_id,
        redirectUri: body.redirect_uri,
        spid: body.spid,
      })
      const { moduleId, companyId, spid } = issued.place
      audit({ target: `module:${moduleId}`, after: { company_id: companyId, spid } })
      const { write, code, redirect_uri } = issued
      return { write: write, output: { code, redirect_uri } }
    }),

    moduleLogo: (call) => serveLogo('module', call),

    companyLogo: (call) => serveLogo('company', call),
  }
}

/**
 * Returns the logo as a file. Its URL contains the digest, so the content behind the URL never changes. The policy
 * prevents an image that is opened in its own tab from running scripts or loading resources.
 */
async function serveLogo(
  owner: 'module' | 'company',
  { db, params: { id, digest }, setHeader }: LogoCall,
) {
  const logo = await findLogo(db, owner, id, digest)
  if (!logo) throw new Problem('not-found')
  setHeader('cache-control', 'public, max-age=31536000, immutable')
  setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  return { content: logo.content, type: logo.content_type }
}
