import '../ui/theme.css'
import './captcha-frame.css'
import { captchaHeader } from '../../contract/captcha-page.ts'
import { call } from '../api/api-client.ts'
import type { FrameMessage } from './frame-messages.ts'

/**
 * Script of the page inside the 400×380 frame (portal.md §2): shows the captcha and posts its token to the embedding
 * page.
 */
async function run(): Promise<void> {
  const { provider, siteKey, challenge } = await call('captchaChallenge')
  if (provider === 'none') return
  const { showCaptcha } =
    provider === 'altcha' ? await import('./altcha-box.ts') : await import('./turnstile-box.ts')
  const place = element('#captcha')
  place.replaceChildren()
  const token = await showCaptcha(place, { siteKey, challenge })
  post({ key: captchaHeader, value: token })
}

/** Shows the captcha; after a failure, shows a retry button. */
async function attempt(): Promise<void> {
  showFailure(false)
  try {
    await run()
  } catch (error) {
    console.warn(error)
    showFailure(true)
    post({ captcha: 'failed' })
  }
}

function showFailure(failed: boolean): void {
  element('#title').textContent = failed ? 'Algo deu errado' : 'Só um instante'
  element('#purpose').hidden = failed
  element('#captcha').hidden = failed
  element('#failure').hidden = !failed
  element('#failure p').textContent = failed
    ? 'Não foi possível concluir a verificação de segurança.'
    : ''
}

/** Posts a message to the embedding page, only to the same origin. */
function post(message: FrameMessage): void {
  if (parent !== window) parent.postMessage(message, location.origin)
}

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`captcha.html has no ${selector}.`)
  return found
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => {
  document.documentElement.dataset['mantineColorScheme'] = dark.matches ? 'dark' : 'light'
}
followScheme()
dark.addEventListener('change', followScheme)
element('#failure button').addEventListener('click', () => void attempt())
post({ captcha: 'ready' })
void attempt()
