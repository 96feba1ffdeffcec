import { IconPencil } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { call } from '../api/api-client.ts'
import { queryOf } from '../api/query-of.ts'
import { RecordHistory } from '../form/record-history.tsx'
import { RecordPage } from '../form/record-page.tsx'
import { FieldsSkeleton, RecordNotice } from '../form/record-parts.tsx'
import { tabsOf } from '../form/tabs-of.ts'
import { useRecordRows } from '../form/use-record-rows.ts'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { RelatedLink } from '../links/related-link.tsx'
import { useBackToList } from '../list/use-back-to-list.ts'
import {
  toAuditList,
  toPlanCompanies,
  toPlanEditFromRecord,
  toPlanList,
  toPlanModules,
  toPlanRecord,
} from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { ActiveMark } from '../ui/status-mark.tsx'
import { PlanEdit } from './plan-edit.tsx'
import { PlanFacts, PlanFactsSkeleton } from './plan-facts.tsx'
import { PlanModulesTab, usePlanModules } from './plan-modules-tab.tsx'
import { planRefusals } from './plan-refusals.ts'
import { companiesPerPage, PlanSeats } from './plan-seats.tsx'

/**
 * Record of a plan. Without `tab` administrators see the specified form (console.md §2; decision 70). Others only read a
 * plan.
 */
export function PlanRecord({ id }: { id: number }) {
  const { tab } = useSearch({ from: '/plan-form' })
  const writes = useAdministratorActions('/plan-form')('update')
  const opens = useOpens()
  const read = () => call('planGet', { params: { id: String(id) } })
  const { record: plan, unreadable } = useRecord(read)
  useLeaveUnreadable(unreadable, useBackToList(toPlanList()), planRefusals)
  const seesModules = opens(toPlanModules(id).to)
  const modules = usePlanModules(id, seesModules)
  const companies = useRecordRows(
    (page) =>
      queryOf('seatsOfPlanList', {
        params: { id: String(id) },
        query: { page, take: companiesPerPage },
      }),
    ({ rows }) => rows,
  )
  const { shown, tabs } = tabsOf(
    [
      { tab: 'summary', label: 'Resumo' },
      seesModules && { tab: 'modules', label: 'Módulos', count: modules.count },
      { tab: 'companies', label: 'Empresas', count: companies.count },
      opens(toAuditList().to) && { tab: 'history', label: 'Histórico' },
    ],
    tab,
    (each) => toPlanRecord(id, each),
  )
  const editing = writes && tab === undefined
  return (
    <RecordPage
      title={writes ? 'Atualização de Plano' : 'Plano'}
      name={plan?.name}
      status={plan && <ActiveMark active={plan.active} />}
      notice={
        plan?.active === false && (
          <RecordNotice tone="danger">
            Este plano está inativo: ele não dá licenças a nenhuma empresa.
          </RecordNotice>
        )
      }
      acts={[
        writes &&
          !editing && { label: 'Editar', icon: IconPencil, target: toPlanEditFromRecord(id) },
      ]}
      tabs={tabs}
      skeleton={editing ? <FieldsSkeleton fields={2} /> : <PlanFactsSkeleton />}
    >
      {plan && (
        <>
          {editing && <PlanEdit id={id} read={read} />}
          {!editing && shown === 'summary' && <PlanFacts plan={plan} />}
          {shown === 'modules' && (
            <PlanModulesTab planId={id} modules={modules} writable={writes} />
          )}
          {shown === 'companies' && (
            <PlanSeats
              planId={id}
              record
              action={
                writes && <RelatedLink {...toPlanCompanies(id)}>Alterar empresas</RelatedLink>
              }
            />
          )}
          {shown === 'history' && <RecordHistory of="plan" id={id} />}
        </>
      )}
    </RecordPage>
  )
}
