import { hours } from './clock.ts'

/**
 * The cookie that binds the console's tokens to one browser (rulings §3). Its name carries `__Host-` so that no other
 * host or path can plant it (RFC 6265bis §4.1.3.2); on plain-http localhost a browser would refuse that, so not there.
 */
export class BrowserCookie {
  readonly #name: string
  readonly #attributes: string

  constructor(publicUrl: string) {
    const secure = publicUrl.startsWith('https://')
    this.#name = secure ? '__Host-portaria' : 'portaria'
    this.#attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${hours(12) / 1000}${secure ? '; Secure' : ''}`
  }

  read(header: string | undefined): string | undefined {
    if (!header) return undefined
    const start = `${this.#name}=`
    for (const pair of header.split(';')) {
      const trimmed = pair.trim()
      if (trimmed.startsWith(start)) return trimmed.slice(start.length)
    }
    return undefined
  }

  serialize(value: string): string {
    return `${this.#name}=${value}; ${this.#attributes}`
  }
}
