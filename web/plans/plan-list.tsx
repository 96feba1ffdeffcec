import { IconBuilding, IconPuzzle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EditLink } from '../links/edit-link.tsx'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { statusFilter } from '../list/list-filters.tsx'
import { nameColumn, statusColumn } from '../list/record-columns.tsx'
import { useList } from '../list/use-list.ts'
import { toPlanCompanies, toPlanForm, toPlanModules } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { useScreenGranted } from '../session-state/use-screen-granted.ts'
import { ListPage } from '../ui/list-page.tsx'
import { planCreatedColumn } from './plan-dates.ts'

/** The plans (console.md §2). */
export default function PlanList(): ReactNode {
  const allows = useAdministratorActions('/plan-list')
  const opens = useScreenGranted('/plan-form')
  const showsModules = useScreenGranted('/plan-module-manager')
  const showsCompanies = useScreenGranted('/plan-company-manager')
  const { props } = useList('planList', { filters: { status: statusFilter } })
  return (
    <ListPage
      title="Planos"
      searchLabel="Buscar Plano"
      action={allows('create') && <NewLink {...toPlanForm()}>Novo Plano</NewLink>}
      columns={[nameColumn(({ id }) => opens && toPlanForm(id)), planCreatedColumn, statusColumn]}
      actionIcons={4}
      renderActions={({ id, name }) => (
        <>
          {allows('update') && <EditLink {...toPlanForm(id)} of={name} />}
          {showsModules && (
            <IconLink
              {...toPlanModules(id)}
              icon={IconPuzzle}
              label="Associar a módulo"
              of={name}
            />
          )}
          {showsCompanies && (
            <IconLink
              {...toPlanCompanies(id)}
              icon={IconBuilding}
              label="Associar a empresa"
              of={name}
            />
          )}
        </>
      )}
      {...props}
    />
  )
}
