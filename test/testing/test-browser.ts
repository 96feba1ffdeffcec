interface JarCookie {
  host: string
  name: string
  value: string
  path: string
  strict: boolean
}

/** The page that a navigation ends on. */
export interface Page {
  url: URL
  status: number
  html: string
  headers: Headers
}

/** A minimal browser that follows redirects, stores cookies and respects SameSite=Strict. */
export class TestBrowser {
  readonly #jar = new Map<string, JarCookie>()

  /** Navigates and follows redirects, except to a URL for which `until` is true. */
  async open(
    address: string | URL,
    options: { from?: string; until?: (url: URL) => boolean; form?: Record<string, string> } = {},
  ): Promise<Page> {
    let url = new URL(address)
    let form = options.form
    const sites = new Set([new URL(options.from ?? url).hostname])
    for (let hops = 0; hops < 20; hops++) {
      sites.add(url.hostname)
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: this.#cookiesFor(url, sites.size === 1), accept: 'text/html' },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      form = undefined
      this.#keep(url, response)
      const location = response.headers.get('location')
      const page = {
        url,
        status: response.status,
        html: await response.text(),
        headers: response.headers,
      }
      if (location === null) return page
      url = new URL(location, url)
      if (options.until?.(url)) return { ...page, url }
    }
    throw new Error('Too many redirects.')
  }

  /** Submits the form of a page. */
  submit(
    page: Page,
    form: Record<string, string>,
    options: { until?: (url: URL) => boolean } = {},
  ): Promise<Page> {
    const action = /<form[^>]* action="([^"]*)"/.exec(page.html)?.[1]
    if (action === undefined)
      throw new Error(`No form at ${page.url.href}: ${page.status} ${page.html.slice(0, 300)}`)
    return this.open(new URL(action, page.url), { ...options, form, from: page.url.href })
  }

  /** Makes a request as a script of the page does, and returns its JSON. */
  async call(
    address: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; body: unknown }> {
    const url = new URL(address)
    const headers = { ...init.headers, cookie: this.#cookiesFor(url, true) }
    const response = await fetch(url, { ...init, headers })
    this.#keep(url, response)
    return { status: response.status, body: await response.json() }
  }

  /** Returns the `cookie` header of a page's request to its own host. */
  cookie(address: string): string {
    return this.#cookiesFor(new URL(address), true)
  }

  #cookiesFor(url: URL, sameSite: boolean): string {
    return [...this.#jar.values()]
      .filter(
        ({ host, path, strict }) =>
          host === url.hostname && url.pathname.startsWith(path) && (sameSite || !strict),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  #keep(url: URL, response: Response): void {
    for (const header of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
      const name = pair.slice(0, pair.indexOf('='))
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
      const strict = attributes.some((attribute) => /^samesite=strict$/i.test(attribute))
      const cookie = { host: url.hostname, name, value: pair.slice(name.length + 1), path, strict }
      const key = `${url.hostname} ${path} ${name}`
      if (cookie.value === '') this.#jar.delete(key)
      else this.#jar.set(key, cookie)
    }
  }
}
