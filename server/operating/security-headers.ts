import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

type Headers = Record<string, string>

/**
 * Security headers on every answer. They are the same each time, so `helmet` is asked once, at start, and not on each
 * request, where its own work was a tenth of a permission check. Answers are data and may load nothing, unless their
 * route is a page's (`answerPages`), whatever the address looks like that led there.
 */
export function registerSecurityHeaders(fastify: FastifyInstance, config: Config): void {
  const headers = dataHeaders(config)
  fastify.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Makes every route of this scope answer as a page, or as what belongs to one: it may load what is ours. */
export function answerPages(scope: FastifyInstance, config: Config): void {
  const headers = pageHeaders(config)
  scope.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers).removeHeader('cache-control')
    done()
  })
}

/** What every page is sent with; `style` is another source of style sheets than our own files. */
export function pageHeaders(config: Config, ...style: string[]): Headers {
  return { ...headersOf(pageOptions(config, style)), 'permissions-policy': permissionsPolicy }
}

/** What every answer is sent with that is no page. They tell of people, tokens and secrets: no cache keeps them. */
export function dataHeaders(config: Config): Headers {
  return { ...headersOf(dataOptions(config)), 'cache-control': 'no-store' }
}

/** What no screen asks a browser for, so that no injected script gets it either. */
const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

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

function pageOptions(config: Config, style: readonly string[]): HelmetOptions {
  const secure = isSecure(config)
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", ...style],
        // Mantine's parts set properties of single elements; style sheets need the nonce of their page.
        styleSrcAttr: ["'unsafe-inline'"],
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

function dataOptions(config: Config): HelmetOptions {
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
