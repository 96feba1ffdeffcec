import type { ShowCaptcha } from './show-captcha.ts'

/** The part of Cloudflare Turnstile's API used here, as documented. */
interface Turnstile {
  render(
    place: HTMLElement,
    options: {
      sitekey: string
      language: string
      size: 'flexible'
      theme: 'auto'
      callback: (token: string) => void
      'error-callback': (code: string) => boolean
    },
  ): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

const script = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** Shows the captcha of Cloudflare Turnstile. The CSP of the captcha page allows its origin only if it is configured. */
export const showCaptcha: ShowCaptcha = async (place, { siteKey }) => {
  const turnstile = window.turnstile ?? (await load())
  if (siteKey === undefined) throw new Error('turnstile: no site key')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  turnstile.render(place, {
    sitekey: siteKey,
    language: 'pt-BR',
    size: 'flexible',
    theme: 'auto',
    callback: resolve,
    'error-callback': (code) => {
      reject(new Error(`turnstile: ${code}`))
      return true
    },
  })
  return promise
}

function load(): Promise<Turnstile> {
  const { promise, resolve, reject } = Promise.withResolvers<Turnstile>()
  const tag = document.createElement('script')
  tag.src = script
  tag.async = true
  tag.addEventListener('load', () => {
    if (window.turnstile) resolve(window.turnstile)
    else reject(new Error('turnstile: no API after loading'))
  })
  tag.addEventListener('error', () => reject(new Error('turnstile: script failed to load')))
  document.head.append(tag)
  return promise
}
