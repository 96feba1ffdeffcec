import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

type Headers = Record<string, string>

/**
 * Security headers on every answer. They are the same each time, so `helmet` is asked once, at start, and not on each
 * request, where its own work was a tenth of a permission check. Pages may load what is ours; answers of the API are
 * data, and may load nothing.
 */
export function registerSecurityHeaders(fastify: FastifyInstance, config: Config): void {
  const ofPages = headersOf(pageOptions(config))
  // Answers tell of people, tokens and secrets: no cache keeps them, but for handlers that say otherwise.
  const ofApi = { ...headersOf(apiOptions(config)), 'cache-control': 'no-store' }
  fastify.addHook('onRequest', (request, reply, done) => {
    const isApi = request.url.startsWith('/api/') && !request.url.startsWith('/api/docs')
    reply.headers(isApi ? ofApi : ofPages)
    done()
  })
}

function headersOf(options: HelmetOptions): Headers {
  const headers: Headers = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: (name: string) => delete headers[name.toLowerCase()],
  }
  // Helmet only sets and removes headers; nothing else of the two is touched.
  helmet(options)(
    {} as IncomingMessage,
    response as unknown as ServerResponse,
    (error?: unknown) => {
      if (error) throw error
    },
  )
  return headers
}

function pageOptions(config: Config): HelmetOptions {
  const secure = isSecure(config)
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Mantine sets styles of its own as it runs.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: transportOf(secure),
    referrerPolicy: { policy: 'no-referrer' },
    // The popup of a federated confirmation must still be able to close itself; module windows are cut off by the web.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  }
}

function apiOptions(config: Config): HelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: transportOf(isSecure(config)),
    referrerPolicy: { policy: 'no-referrer' },
    // What only matters to documents is left out.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
}

function isSecure(config: Config): boolean {
  return config.publicUrl.startsWith('https://')
}

function transportOf(secure: boolean): NonNullable<HelmetOptions['strictTransportSecurity']> {
  return secure && { maxAge: 31_536_000, includeSubDomains: true }
}
