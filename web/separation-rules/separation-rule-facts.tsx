import { formatInstant, formatUpdate } from '../../contract/shown.ts'
import {
  formatSide,
  type SeparationRule,
  separationKinds,
} from '../../contract/separation-rules.ts'
import { FactsSkeleton, RecordCard, RecordFacts, type Facts } from '../form/record-parts.tsx'
import { ActiveMark } from '../ui/status-mark.tsx'

const title = 'Dados'
const labels = [
  'Nome',
  'Regra sobre',
  'Primeiro',
  'Segundo',
  'Status',
  'Data de criação',
  'Data de atualização',
]

const factsOf = (rule: SeparationRule): Facts => ({
  Nome: rule.name,
  'Regra sobre': separationKinds[rule.kind],
  Primeiro: formatSide(rule.first),
  Segundo: formatSide(rule.second),
  Status: <ActiveMark active={rule.active} />,
  'Data de criação': formatInstant(rule.created_at),
  'Data de atualização': formatUpdate(rule),
})

/** Card with the facts of a rule. */
export function SeparationRuleFacts({ rule }: { rule: SeparationRule }) {
  return (
    <RecordCard id="dados" title={title}>
      <RecordFacts facts={factsOf(rule)} />
    </RecordCard>
  )
}

/** Shape of `SeparationRuleFacts`, while the rule loads. */
export const SeparationRuleFactsSkeleton = () => <FactsSkeleton title={title} labels={labels} />
