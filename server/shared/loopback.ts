/** Plain http is for what runs on the same machine alone. */
export function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}
