import { TextInput } from '@mantine/core'
import { type SeparationRule, separationRules } from '../../contract/separation-rules.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useFromRecord } from '../form/use-from-record.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { toListOf, toSeparationRuleRecord } from '../paths.ts'
import { FormCard } from '../ui/form-page.tsx'
import { StatusSelect, statusLabel } from '../ui/status-select.tsx'
import { SeparationRuleFacts } from './separation-rule-facts.tsx'
import { ruleRefusals } from './separation-rule-values.ts'

interface SeparationRuleEditProps {
  id: number
  read: () => Promise<SeparationRule>
}

/** Form that updates name and status of a rule. Its pair never changes. */
export function SeparationRuleEdit({ id, read }: SeparationRuleEditProps) {
  const fromRecord = useFromRecord()
  const form = useRecordForm({
    kind: 'separation-rule',
    list: () => (fromRecord ? toSeparationRuleRecord(id) : toListOf('separation-rule')),
    read,
    values: (rule: SeparationRule | undefined) => ({
      name: rule?.name ?? '',
      active: rule?.active ?? true,
    }),
    labels: { name: 'Nome', active: statusLabel },
    schema: separationRules.separationRuleUpdate.body,
    body: (values, rule) => ({ ...values, version: rule?.version }),
    save: (body, changes, rule) =>
      callConfirmed(
        { describe: `Atualizar a regra ${rule?.name}`, changes },
        'separationRuleUpdate',
        { params: { id: String(id) }, body },
      ),
    saved: 'Regra atualizada',
    refusals: ruleRefusals,
  })
  const { record: rule } = form
  return (
    <FormCard {...form.page} printed={rule && <SeparationRuleFacts rule={rule} />}>
      <TextInput {...form.text('name')} />
      <StatusSelect {...form.status('active')} />
    </FormCard>
  )
}
