import { z } from 'zod'

export const moduleProtocols = ['http://', 'https://'] as const
export type ModuleProtocol = (typeof moduleProtocols)[number]
export const moduleUrlMax = 500

/** The address of a module as it is kept: protocol apart, no slash at the end. */
export interface ModuleUrl {
  protocol: ModuleProtocol
  url: string
}

const shape =
  /^(?<host>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?<port>:\d{1,5})?(?<path>(?:\/[\w.~!$&'()*+,;=:@%-]+)*)$/i
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const dots = /^(?:\.|%2e){1,2}$/i

/**
 * Splits what was typed into protocol and remainder (console.md §5): `https://x/y/` is `https://` and `x/y`. The
 * protocol that was typed wins over `otherwise`, the one chosen beside it.
 */
export function splitModuleUrl(typed: string, otherwise: ModuleProtocol = 'https://'): ModuleUrl {
  const [, prefix, rest = ''] = /^(https?:\/\/)?(.*)$/is.exec(typed.trim()) ?? []
  const protocol = moduleProtocols.find((known) => known === prefix?.toLowerCase()) ?? otherwise
  const url = rest.replace(/\/+$/, '').replace(/^[^/]*/, (host) => host.toLowerCase())
  return { protocol, url }
}

/**
 * Whether a person can safely be sent there: http or https, a real host, nothing but a path behind it. No credentials,
 * spaces, query or fragment, and no other scheme, since a person arrives there with a code.
 */
export function isModuleUrl({ protocol, url }: ModuleUrl): boolean {
  const { host = '', path = '' } = shape.exec(url)?.groups ?? {}
  if (!host || path.split('/').some((segment) => dots.test(segment))) return false
  if (!host.startsWith('[') && !host.split('.').every((part) => label.test(part))) return false
  // What is left to know (numbers that are no address, ports, malformed punycode) the URL parser itself knows.
  return z.url().safeParse(protocol + url).success
}
