import { accessReviews } from '../../contract/access-reviews.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Principal } from '../pipeline/principal.ts'
import { requireFound } from '../pipeline/record.ts'
import { withAssignedGrants } from '../scope/granting-scope.ts'
import { findReview, isReviewer, listItems, listReviews } from './access-review-queries.ts'
import {
  cancelReview,
  confirmDecisions,
  createReview,
  decide,
  type ReviewParts,
} from './access-review-service.ts'

/** Whether the caller may decide by an assigned profile. */
const decidesByAssignment = (who: Principal): boolean =>
  withAssignedGrants(who, accessReviews.accessReviewDecide) !== undefined

export function accessReviewRoutes(parts: ReviewParts): Handlers<typeof accessReviews> {
  const { clock } = parts
  const read = async (
    { db, who }: { db: Parameters<typeof findReview>[0]; who: Principal },
    id: number,
  ) => {
    const review = requireFound(await findReview(db, who, id), 'access-review-not-found')
    const accepts = review.state === 'open' && review.deadline >= clock.now()
    return {
      ...review,
      can_decide: accepts && isReviewer(who, review.reviewers) && decidesByAssignment(who),
    }
  }
  return {
    accessReviewList: ({ db, who, query }) => listReviews(db, who, query),
    accessReviewGet: (call) => read(call, call.params.id),
    async accessReviewItems(call) {
      const { id, can_decide } = await read(call, call.params.id)
      return listItems(call.db, call.who, { id, accepts: can_decide }, call.query)
    },
    accessReviewCreate: (call) => createReview(call, call.body, parts),
    accessReviewCancel: (call) => cancelReview(call, call.params.id, parts),
    accessReviewDecide: (call) =>
      decide(call, { id: call.params.id, items: call.body.items }, parts),
    accessReviewConfirm: (call) =>
      confirmDecisions(call, { id: call.params.id, items: call.body.items }, parts),
  }
}
