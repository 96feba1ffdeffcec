import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReviewDecision, ReviewItem } from '../../contract/access-reviews.ts'
import { userProfilesMax } from '../../contract/limits.ts'
import { call } from '../api/api-client.ts'
import { queriesOf } from '../api/query-of.ts'
import { refusalOf } from '../form/show-refusal.ts'
import { notify } from '../ui/notify.ts'

/** A noted decision. `end_day`: last day of a shortened access, as YYYY-MM-DD. */
export interface Noted {
  decision: ReviewDecision | null
  end_day: string | null
}

const noteFailed = 'Erro ao anotar a decisão'

/** Milliseconds during which decisions are collected before they are sent together. */
const collected = 400

/**
 * Notes decisions about items of a review. They are shown at once, and sent together with those that follow within 400
 * ms, so that pressing one key per row does not send a call per row. A refused decision is taken back.
 */
export function useNotedDecisions(reviewId: number) {
  const queries = useQueryClient()
  const [noted, setNoted] = useState<ReadonlyMap<number, Noted>>(new Map())
  const waiting = useRef(new Map<number, Noted>())
  const timer = useRef<number>(undefined)
  const sending = useRef<Promise<unknown>>(Promise.resolve())

  const transmit = useCallback(
    async (batch: readonly (readonly [number, Noted])[]) => {
      const items = batch.map(([id, { decision, end_day }]) => ({
        id,
        decision,
        ...(end_day !== null && { end_day }),
      }))
      try {
        await call('accessReviewDecide', { params: { id: String(reviewId) }, body: { items } })
        void queries.invalidateQueries(queriesOf('accessReviewGet'))
      } catch (error) {
        setNoted((shown) => without(shown, batch))
        void queries.invalidateQueries(queriesOf('accessReviewItems'))
        const refused = refusalOf(error as Error)
        if (!refused) return
        const [sentence = refused.httpMessage] = Object.values(refused.fields)
        notify.error(noteFailed)
        notify.warning(sentence)
      }
    },
    [queries, reviewId],
  )

  const send = useCallback((): Promise<unknown> => {
    window.clearTimeout(timer.current)
    const all = [...waiting.current]
    waiting.current.clear()
    // In sequence, so that a later decision about the same item is not overtaken.
    for (let from = 0; from < all.length; from += userProfilesMax) {
      const batch = all.slice(from, from + userProfilesMax)
      const earlier = sending.current
      sending.current = (async () => {
        await earlier
        await transmit(batch)
      })()
    }
    return sending.current
  }, [transmit])

  useEffect(() => () => void send(), [send])

  const note = useCallback(
    (decisions: readonly (readonly [id: number, noted: Noted])[]) => {
      setNoted((before) => new Map([...before, ...decisions]))
      for (const [id, decision] of decisions) waiting.current.set(id, decision)
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => void send(), collected)
    },
    [send],
  )

  /** Returns the decision of an item: the one noted here, or the stored one. */
  const decisionOf = ({ id, decision, end_day }: ReviewItem): Noted =>
    noted.get(id) ?? { decision, end_day }

  return { note, decisionOf, send }
}

/** Leaves out the decisions of a refused batch, unless they were replaced since. */
function without(
  noted: ReadonlyMap<number, Noted>,
  batch: readonly (readonly [number, Noted])[],
): ReadonlyMap<number, Noted> {
  const kept = new Map(noted)
  for (const [id, refused] of batch) if (kept.get(id) === refused) kept.delete(id)
  return kept
}
