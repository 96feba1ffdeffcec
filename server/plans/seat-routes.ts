import type { seats } from '../../contract/seats.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { scopeOf } from '../scope/scope.ts'
import { findNearlyFullPlaces } from './seat-pressure-queries.ts'
import {
  previewLoosePlan,
  previewPlan,
  readSeatHolders,
  readSeatsOfCompany,
  readSeatsOfPlan,
} from './seat-service.ts'

export const seatRoutes: Handlers<typeof seats> = {
  seatsOfCompany: ({ db, who, params }) => readSeatsOfCompany(db, who, params.companyId),
  seatsNearlyFull: ({ db, who }) => findNearlyFullPlaces(db, scopeOf(who)),
  seatHolderList: ({ db, who, params, query }) => readSeatHolders(db, who, params.companyId, query),
  seatsOfPlanList: ({ db, who, params, query }) => readSeatsOfPlan(db, who, params.id, query),
  seatEffectOfPlan: ({ db, who, params, body }) => previewPlan(db, who, params.planId, body),
  seatEffectOfLoosePlan: ({ db, who, params, body }) => previewLoosePlan(db, who, params.id, body),
}
