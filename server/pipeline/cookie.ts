export interface CookieOptions {
  /** Lifetime in milliseconds. */
  maxAge: number
  sameSite: 'Strict' | 'Lax'
}

/**
 * An HttpOnly cookie of this host. The prefix `__Host-` prevents other hosts and paths from setting it (RFC 6265bis
 * §4.1.3.2). On plain-http localhost the prefix is omitted, because browsers refuse it there.
 */
export class Cookie {
  readonly #name: string
  readonly #attributes: string

  constructor(name: string, publicUrl: string, { maxAge, sameSite }: CookieOptions) {
    const secure = publicUrl.startsWith('https://')
    this.#name = secure ? `__Host-${name}` : name
    this.#attributes = `Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge / 1000}${secure ? '; Secure' : ''}`
  }

  /** Returns the value of this cookie in a `cookie` header. */
  read(header: string | undefined): string | undefined {
    if (!header) return undefined
    const start = `${this.#name}=`
    for (const pair of header.split(';')) {
      const trimmed = pair.trim()
      if (trimmed.startsWith(start)) return trimmed.slice(start.length)
    }
    return undefined
  }

  /** Returns the `set-cookie` header for a value. */
  serialize(value: string): string {
    return `${this.#name}=${value}; ${this.#attributes}`
  }
}
