/** Whether this is an http URL of this machine. For other hosts, https is required. */
export function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}
