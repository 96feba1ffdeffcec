import { formatUtcInstant } from '../../contract/shown.ts'
import { FactsSkeleton, RecordCard, RecordFacts, type Facts } from '../form/record-parts.tsx'
import { ActiveMark } from '../ui/status-mark.tsx'
import type { Plan } from './plan-values.ts'

const title = 'Dados'

/** The facts of a plan, in display order. Dates of plans are in UTC (console.md §9). */
const factsOf = ({ name, active, created_at, updated_at }: Plan): Facts => ({
  Nome: name,
  Status: <ActiveMark active={active} />,
  'Data de criação (UTC)': formatUtcInstant(created_at),
  'Data de atualização (UTC)': formatUtcInstant(updated_at),
})

const labels = ['Nome', 'Status', 'Data de criação (UTC)', 'Data de atualização (UTC)']

/** Card with the facts of a plan. */
export function PlanFacts({ plan }: { plan: Plan }) {
  return (
    <RecordCard id="dados" title={title}>
      <RecordFacts facts={factsOf(plan)} />
    </RecordCard>
  )
}

/** Shape of `PlanFacts`, while the plan loads. */
export const PlanFactsSkeleton = () => <FactsSkeleton title={title} labels={labels} />
