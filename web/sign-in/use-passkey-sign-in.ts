import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Assertion } from '../../contract/webauthn.ts'
import { call } from '../api/api-client.ts'
import { assertPasskey } from '../passkeys/passkey-ceremonies.ts'
import { isAborted, passkeyMessage } from '../passkeys/passkey-message.ts'
import { storePasskeyOwner } from '../passkeys/passkey-owner.ts'
import { supportsPasskeyAutofill } from '../passkeys/passkey-support.ts'

/** Milliseconds after which the suggestions of the user field get a new challenge. It is valid for 5 minutes. */
const renewal = 4 * 60_000
/** Milliseconds after which passkeys are suggested without any activity of the user. */
const firstOffer = 1000
const activityEvents = ['pointermove', 'pointerdown', 'keydown'] as const

interface Signed {
  session: string
  credential: Assertion
}

interface PasskeySignInOptions {
  /** While true, the user field suggests no passkeys. */
  paused: boolean
  /** Called when the user has begun to sign in by passkey. */
  onBegin: (() => void) | undefined
}

/**
 * Sign-in by passkey, without typing: by `start`, and by the suggestions of the user field (decision 93). A passkey
 * replaces password, captcha and code.
 */
export function usePasskeySignIn({ paused, onBegin }: PasskeySignInOptions) {
  const router = useRouter()
  const [error, setError] = useState<string | null>(null)
  const onError = (problem: Error) => {
    if (!isAborted(problem)) setError(passkeyMessage(problem, 'sign-in'))
  }
  const enter = useMutation({
    mutationFn: async (body: Signed) => {
      const finishing = import('./finish-sign-in.ts')
      const result = await call('authPasskey', { body })
      const { finishSignIn } = await finishing
      finishSignIn(router, result)
      storePasskeyOwner(true)
    },
    onMutate: () => {
      setError(null)
      onBegin?.()
    },
    onError,
  })
  const press = useMutation({
    mutationFn: () => sign(),
    onMutate: () => setError(null),
    onSuccess: (signed) => enter.mutate(signed),
    onError,
  })
  const busy = press.isPending || enter.isPending || enter.isSuccess
  useAutofill(paused || busy, enter.mutate)
  return { error, busy, clearError: () => setError(null), start: () => press.mutate() }
}

async function sign(options?: { autofill: boolean }): Promise<Signed> {
  const { session, options: request } = await call('authPasskeyOptions')
  return { session, credential: await assertPasskey(request, options) }
}

/** Suggests passkeys in the user field. Calls `onSigned` with the chosen one. A new request replaces the open one. */
function useAutofill(paused: boolean, onSigned: (signed: Signed) => void): void {
  const pass = useEffectEvent(onSigned)
  useEffect(() => {
    if (paused) return undefined
    let current = true
    const offer = async () => {
      try {
        const signed = await sign({ autofill: true })
        if (current) pass(signed)
      } catch (error) {
        // The user did not request the suggestions, so a failure is not shown. The button reports it.
        if (error instanceof Error && !isAborted(error)) console.warn(error)
      }
    }
    const begin = async () => {
      if (current && (await supportsPasskeyAutofill())) void offer()
    }
    // Loads nothing for the suggestions before the first activity of the user, or `firstOffer`.
    const first = new AbortController()
    const beginFirst = () => {
      first.abort()
      void begin()
    }
    for (const act of activityEvents)
      addEventListener(act, beginFirst, { passive: true, signal: first.signal })
    const wait = window.setTimeout(beginFirst, firstOffer)
    first.signal.addEventListener('abort', () => clearTimeout(wait))
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') void begin()
    }, renewal)
    return () => {
      current = false
      first.abort()
      clearInterval(timer)
    }
  }, [paused])
}
