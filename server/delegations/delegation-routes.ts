import type { delegations } from '../../contract/delegations.ts'
import type { Handlers } from '../pipeline/handler.ts'
import {
  createDelegation,
  createDelegationOfMaster,
  type DelegationParts,
  readDelegable,
  readRunningOf,
  removeDelegations,
} from './delegation-service.ts'

export function delegationRoutes(parts: DelegationParts): Handlers<typeof delegations> {
  const { clock, config } = parts
  return {
    delegationProfileList: ({ db, who, params }) =>
      readDelegable(db, who, params.companyId, config.delegationLimit),
    delegationCreate: (call) => createDelegation(call, call.body, parts),
    delegationCreateOfMaster: (call) => createDelegationOfMaster(call, call.body, parts),
    delegationListOfService: ({ db, who, params }) =>
      readRunningOf(db, who, params.currentService, clock.now()),
    delegationRemove: (call) => removeDelegations(call, call.body, parts),
  }
}
