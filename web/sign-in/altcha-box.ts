import 'altcha/external'
import 'altcha/altcha.css'
import 'altcha/i18n/pt-br'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import type { ShowCaptcha } from './show-captcha.ts'

// This bundle has no workers of its own: the content security policy forbids `blob:` workers.
globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())

/** Reads an event of the widget: the state, and the token (`payload`) if the state is `verified`. */
function stateChange(event: Event): { state: unknown; payload: unknown } {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
  const fields: Partial<Record<string, unknown>> =
    typeof detail === 'object' && detail !== null ? { ...detail } : {}
  return { state: fields['state'], payload: fields['payload'] }
}

/** Self-hosted proof of work; starts automatically (rulings §4). */
export const showCaptcha: ShowCaptcha = (place, { challenge }) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const widget = document.createElement('altcha-widget')
  widget.setAttribute('language', 'pt-br')
  widget.setAttribute('auto', 'onload')
  widget.setAttribute('challenge', JSON.stringify(challenge))
  widget.setAttribute('configuration', JSON.stringify({ hideFooter: true, minDuration: 0 }))
  widget.addEventListener('statechange', (event) => {
    const { state, payload } = stateChange(event)
    if (state === 'verified' && typeof payload === 'string') resolve(payload)
    if (state === 'error' || state === 'expired') reject(new Error(`altcha: ${state}`))
  })
  place.append(widget)
  return promise
}
