import { Button, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { captchaFrame, captchaPage } from '../../contract/captcha-page.ts'
import type { CaptchaMessage } from '../api/api-request.ts'
import { Dialog } from '../ui/dialog.tsx'
import classes from './captcha-modal.module.css'
import { frameMessage } from './frame-messages.ts'

/** Timeout in milliseconds for loading the captcha page. */
const loadingTimeout = 10_000

interface CaptchaModalProps {
  onPassed: (message: CaptchaMessage) => void
  /** Called on a failure; without it the modal stays open and offers a retry. */
  onFailed?: () => void
  onClose: () => void
}

/** Captcha modal: a frame 400 px high and 380 px wide, narrower on narrow screens (portal.md §7). */
export default function CaptchaModal({ onPassed, onFailed, onClose }: CaptchaModalProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'absent'>('loading')
  const [attempt, setAttempt] = useState(1)

  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      const { data: message } = frameMessage.safeParse(data)
      if (!message) return
      if ('key' in message) onPassed(message)
      else if (message.captcha === 'ready') setState('ready')
      else onFailed?.()
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [onPassed, onFailed])

  useEffect(() => {
    if (state !== 'loading') return undefined
    const timer = setTimeout(() => {
      if (onFailed) onFailed()
      else setState('absent')
    }, loadingTimeout)
    return () => clearTimeout(timer)
  }, [state, onFailed])

  const retry = () => {
    setState('loading')
    setAttempt(attempt + 1)
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      size="auto"
      title="Verificação de segurança"
    >
      <div className={classes['box']}>
        {state === 'absent' ? (
          <div className={classes['over']}>
            <p role="alert">Não foi possível carregar a verificação de segurança.</p>
            <Button onClick={retry}>Tentar novamente</Button>
          </div>
        ) : (
          <>
            {state === 'loading' && (
              <div className={classes['over']}>
                <Loader size="sm" aria-label="Carregando a verificação de segurança" />
              </div>
            )}
            {/* The frame shows a page of our own origin; a sandbox with `allow-same-origin` would restrict nothing. */}
            {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
            <iframe
              key={attempt}
              ref={frame}
              className={classes['frame']}
              src={captchaPage}
              title="Verificação de segurança"
              width={captchaFrame.width}
              height={captchaFrame.height}
              data-ready={state === 'ready'}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
