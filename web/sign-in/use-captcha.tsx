import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import type { CaptchaMessage } from '../api/api-request.ts'
import { queryOf } from '../api/query-of.ts'

/**
 * Outcome of a captcha. `captcha` is null if the installation has no captcha, or if it failed and the server decides.
 */
export type CaptchaOutcome =
  | { outcome: 'passed' | 'failed'; captcha: CaptchaMessage | null }
  | { outcome: 'cancelled' }

interface UseCaptcha {
  /** Shows the captcha modal and resolves to the outcome. The token is used for one call and never stored. */
  solve: () => Promise<CaptchaOutcome>
  /** The captcha modal, to be rendered by the screen. */
  dialog: ReactNode
}

const CaptchaModal = lazy(() => import('./captcha-modal.tsx'))

const providerQuery = { ...queryOf('captchaChallenge'), staleTime: Infinity }

/**
 * Captcha modal on submit (portal.md §2). `onFailure` is what a failed captcha leads to: the sign-in offers a retry,
 * the recovery proceeds without a token, as specified (portal.md §4).
 */
export function useCaptcha({ onFailure }: { onFailure: 'retry' | 'proceed' }): UseCaptcha {
  const [settle, setSettle] = useState<((outcome: CaptchaOutcome) => void) | null>(null)
  const queryClient = useQueryClient()
  // Load the provider early, so that a submit does not wait for it.
  useQuery(providerQuery)

  const needsModal = async () => {
    try {
      return (await queryClient.fetchQuery(providerQuery)).provider !== 'none'
    } catch (error) {
      // The captcha modal reports that it cannot be loaded, and offers a retry.
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
      if (!(await needsModal())) return { outcome: 'passed', captcha: null }
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
