import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import type { CaptchaMessage } from '../api/api-request.ts'

/**
 * The outcome of a captcha. The message is null where the installation has no captcha, or where it failed and the
 * server decides.
 */
export type CaptchaOutcome =
  | { outcome: 'passed' | 'failed'; captcha: CaptchaMessage | null }
  | { outcome: 'cancelled' }

interface UseCaptcha {
  /** Shows the captcha box and answers the outcome; the token is used by one call and stored nowhere. */
  solve: () => Promise<CaptchaOutcome>
  /** The captcha box, to be rendered by the screen. */
  dialog: ReactNode
}

const CaptchaModal = lazy(() => import('./captcha-modal.tsx'))

const providerQuery = {
  queryKey: ['captchaProvider'],
  queryFn: async () => (await call('captchaChallenge')).provider,
  staleTime: Infinity,
}

/**
 * The captcha box that appears on submit (portal.md §2). `onFailure`: the sign-in offers to try again; the recovery goes
 * on without a token, as specified (portal.md §4).
 */
export function useCaptcha({ onFailure }: { onFailure: 'retry' | 'proceed' }): UseCaptcha {
  const [settle, setSettle] = useState<((outcome: CaptchaOutcome) => void) | null>(null)
  const queryClient = useQueryClient()
  // Asked for early, so that a submit doesn't wait for it.
  useQuery(providerQuery)

  const needsBox = async () => {
    try {
      return (await queryClient.fetchQuery(providerQuery)) !== 'none'
    } catch (error) {
      // The captcha box itself tells that it can't be loaded, and offers to try again.
      if (error instanceof ApiProblem) return true
      throw error
    }
  }
  const finish = (outcome: CaptchaOutcome) => {
    setSettle(null)
    settle?.(outcome)
  }

  return {
    async solve() {
      if (!(await needsBox())) return { outcome: 'passed', captcha: null }
      const { promise, resolve } = Promise.withResolvers<CaptchaOutcome>()
      setSettle(() => resolve)
      return promise
    },
    dialog: settle && (
      <Suspense>
        <CaptchaModal
          onPassed={(captcha) => finish({ outcome: 'passed', captcha })}
          onClose={() => finish({ outcome: 'cancelled' })}
          {...(onFailure === 'proceed' && {
            onFailed: () => finish({ outcome: 'failed', captcha: null }),
          })}
        />
      </Suspense>
    ),
  }
}
