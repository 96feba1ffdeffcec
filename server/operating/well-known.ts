import type { FastifyInstance } from 'fastify'
import { passkeyPage } from '../../contract/passkeys.ts'
import type { Config } from '../config.ts'
import { type Clock, days } from '../shared/clock.ts'
import { brandFiles } from './brand-files.ts'

/** Only the help pages are for search engines (RFC 9309). */
const robots = 'User-agent: *\nAllow: /ajuda\nDisallow: /\n'

/** Days until a copy of `security.txt` is outdated. RFC 9116 §2.5.5 recommends less than a year. */
const securityTextLifetime = 180

/**
 * Serves the files that programs request at fixed paths: `robots.txt`, `favicon.ico`, what password managers look for,
 * and `security.txt` (RFC 9116) if a contact is configured.
 */
export function registerWellKnownFiles(
  fastify: FastifyInstance,
  { securityContact, publicUrl, brand }: Config,
  clock: Clock,
): void {
  const icon = brandFiles(brand).icon?.url ?? '/favicon.svg'
  const text = 'text/plain; charset=utf-8'
  fastify.get('/robots.txt', (_, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type(text).send(robots),
  )
  // For clients that do not read the page's `<link rel="icon">`.
  fastify.get('/favicon.ico', (_, reply) =>
    reply.header('cache-control', 'public, max-age=86400').redirect(icon),
  )
  // W3C 'A Well-Known URL for Relying Party Passkey Endpoints'. A redirect is not allowed.
  const page = publicUrl + passkeyPage
  fastify.get('/.well-known/passkey-endpoints', (_, reply) =>
    reply.header('cache-control', 'public, max-age=86400').send({ enroll: page, manage: page }),
  )
  // W3C 'A Well-Known URL for Changing Passwords'. A password is changed by a recovery.
  fastify.get('/.well-known/change-password', (_, reply) => reply.redirect('/reset_password'))
  if (securityContact === undefined) return
  fastify.get('/.well-known/security.txt', (_, reply) => {
    const expires = new Date(clock.now().getTime() + days(securityTextLifetime))
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
      'Preferred-Languages: pt, en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return reply
      .header('cache-control', 'no-cache')
      .type(text)
      .send(`${lines.join('\n')}\n`)
  })
}
