import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

type Headers = Record<string, string>

/**
 * Sets security headers on every response. They are constant, so `helmet` is called once at start; calling it per
 * request took a tenth of the time of a permission check. By default a response is data and may load nothing.
 * `servePages` sets the headers of pages.
 */
export function registerSecurityHeaders(fastify: FastifyInstance, config: Config): void {
  const headers = dataHeaders(config)
  fastify.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Treats every route of this scope as a page or a resource of a page, which may load resources of this origin. */
export function servePages(scope: FastifyInstance, config: Config): void {
  const headers = pageHeaders(config)
  scope.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers).removeHeader('cache-control')
    done()
  })
}

/** Headers of a page. `style` adds sources of style sheets. */
export function pageHeaders(config: Config, ...style: string[]): Headers {
  return { ...headersOf(pageOptions(config, style)), 'permissions-policy': permissionsPolicy }
}

/** Headers of all other responses. These may contain personal data, tokens and secrets, so they are not cached. */
export function dataHeaders(config: Config): Headers {
  return { ...headersOf(dataOptions(config)), 'cache-control': 'no-store' }
}

/**
 * Disables browser features that no screen uses, so that injected scripts can't use them either. Passkeys are allowed on
 * our own pages, but not in frames of other origins.
 */
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
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ')

function headersOf(options: HelmetOptions): Headers {
  const headers: Headers = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: (name: string) => delete headers[name.toLowerCase()],
  }
  // Helmet only sets and removes headers, so it needs no real request and response.
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
        // Mantine sets style attributes on elements. Style sheets need the nonce of the page.
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
    // Allows popups, because the popup of a federated confirmation must be able to close itself. The web app itself
    // removes the opener from the windows of modules.
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
    // Disables options that only affect documents.
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
