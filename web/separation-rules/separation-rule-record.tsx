import { IconPencil } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { call } from '../api/api-client.ts'
import { RecordHistory } from '../form/record-history.tsx'
import { RecordPage } from '../form/record-page.tsx'
import { FieldsSkeleton, RecordNotice } from '../form/record-parts.tsx'
import { tabsOf } from '../form/tabs-of.ts'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import {
  toAuditList,
  toListOf,
  toSeparationRuleEditFromRecord,
  toSeparationRuleRecord,
} from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { ActiveMark } from '../ui/status-mark.tsx'
import { SeparationRuleEdit } from './separation-rule-edit.tsx'
import { SeparationRuleFacts, SeparationRuleFactsSkeleton } from './separation-rule-facts.tsx'
import { SeparationViolations, useSeparationViolations } from './separation-violations.tsx'

/** Record of a rule. Without `tab` administrators see the form; profile 4 only reads a rule (decision 102). */
export function SeparationRuleRecord({ id }: { id: number }) {
  const { tab } = useSearch({ from: '/separation-rule-form' })
  const writes = useAdministratorActions('/separation-rule-form')('update')
  const opens = useOpens()
  const read = () => call('separationRuleGet', { params: { id: String(id) } })
  const { record: rule, unreadable } = useRecord(read)
  useLeaveUnreadable(unreadable, useBackToList(toListOf('separation-rule')))
  const violations = useSeparationViolations(id)
  const { shown, tabs } = tabsOf(
    [
      { tab: 'summary', label: 'Resumo' },
      { tab: 'violations', label: 'Violações', count: violations.count },
      opens(toAuditList().to) && { tab: 'history', label: 'Histórico' },
    ],
    tab,
    (each) => toSeparationRuleRecord(id, each),
  )
  const editing = writes && tab === undefined
  return (
    <RecordPage
      title={writes ? 'Atualização de Incompatibilidade' : 'Incompatibilidade'}
      name={rule?.name}
      status={rule && <ActiveMark active={rule.active} />}
      notice={
        rule?.active === false && (
          <RecordNotice tone="danger">
            Esta regra está inativa: ela não recusa nem lista nada.
          </RecordNotice>
        )
      }
      acts={[
        writes &&
          !editing && {
            label: 'Editar',
            icon: IconPencil,
            target: toSeparationRuleEditFromRecord(id),
          },
      ]}
      tabs={tabs}
      skeleton={editing ? <FieldsSkeleton fields={2} /> : <SeparationRuleFactsSkeleton />}
    >
      {rule && (
        <>
          {editing && <SeparationRuleEdit id={id} read={read} />}
          {!editing && shown === 'summary' && <SeparationRuleFacts rule={rule} />}
          {shown === 'violations' && (
            <SeparationViolations active={rule.active} violations={violations} />
          )}
          {shown === 'history' && <RecordHistory of="separation-rule" id={id} />}
        </>
      )}
    </RecordPage>
  )
}
