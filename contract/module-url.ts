import { z } from 'zod'

export const moduleProtocols = ['http://', 'https://'] as const
export type ModuleProtocol = (typeof moduleProtocols)[number]
export const moduleUrlMax = 500

/** URL of a module as stored: protocol separate, no trailing slash. */
export interface ModuleUrl {
  protocol: ModuleProtocol
  url: string
}

const shape =
  /^(?<host>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?<port>:\d{1,5})?(?<path>(?:\/[\w.~!$&'()*+,;=:@%-]+)*)$/i
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const dots = /^(?:\.|%2e){1,2}$/i

/**
 * Splits a typed URL into protocol and remainder (console.md §5): `https://x/y/` becomes `https://` and `x/y`.
 * `otherwise` is the protocol of a URL typed without one.
 */
export function splitModuleUrl(typed: string, otherwise: ModuleProtocol = 'https://'): ModuleUrl {
  const [, prefix, rest = ''] = /^(https?:\/\/)?(.*)$/is.exec(typed.trim()) ?? []
  const protocol = moduleProtocols.find((known) => known === prefix?.toLowerCase()) ?? otherwise
  const url = rest.replace(/\/+$/, '').replace(/^[^/]*/, (host) => host.toLowerCase())
  return { protocol, url }
}

/**
 * Whether users can safely be redirected to a URL. It must be http or https with a valid host and an optional path.
 * Because the redirect carries a one-time code, credentials, spaces, query, fragment and other schemes are refused.
 */
export function isModuleUrl({ protocol, url }: ModuleUrl): boolean {
  const { host = '', path = '' } = shape.exec(url)?.groups ?? {}
  if (!host || path.split('/').some((segment) => dots.test(segment))) return false
  if (!host.startsWith('[') && !host.split('.').every((part) => label.test(part))) return false
  // The URL parser finds the remaining errors: numbers that are not an IP address, ports out of range, malformed
  // punycode.
  return z.url().safeParse(protocol + url).success
}
