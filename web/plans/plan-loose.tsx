import type { ReactElement } from 'react'
import { formatUtcInstant } from '../../contract/shown.ts'
import { call } from '../api/api-client.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { ImportLink } from '../imports/import-link.tsx'
import { EditLink } from '../links/edit-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { RecordLink } from '../links/record-link.tsx'
import { statusFilter } from '../list/list-filters.tsx'
import type { PageIn } from '../list/list-operation.ts'
import { moduleFilter, recordFilter } from '../list/record-filter.tsx'
import { useCreatedRows } from '../list/created-note.tsx'
import { useList } from '../list/use-list.ts'
import {
  toLoosePlanCreate,
  toLoosePlanEdit,
  toLoosePlanImport,
  toUsersOfCompany,
} from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { ListPage } from '../ui/list-page.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { loosePlanName } from './loose-plan-name.ts'
import { planRefusals } from './plan-refusals.ts'
import { utcHint } from './utc-hint.ts'
import { RemoveButton } from '../ui/remove-button.tsx'
import { describeSeatEffect } from './seat-effect.ts'
import { useDelayedRefetch } from './use-delayed-refetch.ts'

type LoosePlan = PageIn<'loosePlanList'>['rows'][number]

const companyFilter = recordFilter('companyList', 'Empresa', 'Todas as empresas')
const formOf = ({ id, planModule }: LoosePlan) => toLoosePlanEdit(id, planModule.module.id)

/** List of loose plans: seats of one module for one company, in addition to its plans (console.md §2). */
export default function PlanLoose(): ReactElement {
  const allows = useAdministratorActions('/plan-loose')
  const { props } = useList('loosePlanList', {
    filters: { company_id: companyFilter, module_id: moduleFilter, status: statusFilter },
  })
  const remove = useRecordAction({
    write: async (row: LoosePlan) => {
      const params = { id: String(row.id) }
      const effect = await call('seatEffectOfLoosePlan', { params, body: {} })
      return callWithPreview(
        {
          question: 'Deseja realmente remover este plano avulso?',
          describe: `Remover o plano avulso de ${loosePlanName(row)}`,
          danger: true,
          ...describeSeatEffect(effect),
        },
        'loosePlanInactivate',
        { params },
      )
    },
    done: 'Plano removido com sucesso!',
    onDone: useDelayedRefetch('loosePlanList'),
    refusals: planRefusals,
  })
  const created = useCreatedRows((id, { moduleId = 0, companyId = 0 }) => ({
    open: toLoosePlanEdit(id, moduleId),
    next: {
      sentence: 'Agora dê perfis deste módulo aos usuários da empresa.',
      label: 'Ver usuários',
      target: toUsersOfCompany(companyId),
    },
  }))
  return (
    <ListPage
      title="Plano Avulso"
      lead={utcHint}
      searchLabel="Buscar Plano Avulso"
      action={
        <>
          <ImportLink kind="loose-plans" target={toLoosePlanImport()} />
          {allows('create') && <NewLink {...toLoosePlanCreate()}>Novo Plano Avulso</NewLink>}
        </>
      }
      columns={[
        {
          header: 'Empresa',
          sort: 'company',
          clamp: true,
          cell: (row) => <RecordLink {...formOf(row)}>{row.PlanCompany.company.name}</RecordLink>,
        },
        {
          header: 'Serviço',
          sort: 'service',
          clamp: true,
          cell: ({ planModule }) => planModule.service.name,
        },
        {
          header: 'Módulo',
          sort: 'module',
          clamp: true,
          cell: ({ planModule }) => planModule.module.name,
        },
        {
          header: 'Data de Atualização (UTC)',
          sort: 'updated_at',
          kind: 'date',
          cell: ({ planModule }) => formatUtcInstant(planModule.updated_at),
        },
        {
          header: 'Quantidade',
          sort: 'limit',
          kind: 'short',
          cell: ({ planModule }) => planModule.limit,
        },
        {
          header: 'Status',
          sort: 'status',
          kind: 'status',
          cell: ({ planModule: { active } }) => (
            <StatusMark on={active}>{active ? 'Ativo' : 'Inativo'}</StatusMark>
          ),
        },
      ]}
      actionIcons={2}
      renderActions={(row) => (
        <>
          {allows('update') && <EditLink {...formOf(row)} of={loosePlanName(row)} />}
          {allows('delete') && row.planModule.active && (
            <RemoveButton of={loosePlanName(row)} onPress={() => remove.start(row)} />
          )}
        </>
      )}
      {...created}
      {...props}
    />
  )
}
