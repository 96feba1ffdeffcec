import type { separationRules } from '../../contract/separation-rules.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { requireEveryCompany } from '../scope/separation-scope.ts'
import { listRules } from './separation-rule-queries.ts'
import { createRule, readRule, replaceRule } from './separation-rule-service.ts'
import { listViolations } from './violation-queries.ts'

export const separationRuleRoutes: Handlers<typeof separationRules> = {
  separationRuleList({ db, who, query }) {
    requireEveryCompany(who)
    return listRules(db, query)
  },
  separationRuleGet: ({ db, who, params }) => readRule(db, who, params.id),
  separationRuleCreate: (call) => createRule(call, call.body),
  separationRuleUpdate: (call) => replaceRule(call, call.params.id, call.body),
  async separationViolationList({ db, who, params, query }) {
    await readRule(db, who, params.id)
    return listViolations(db, params.id, query)
  },
}
