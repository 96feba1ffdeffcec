import type { ReactNode } from 'react'
import { maskCnpj } from '../../contract/cnpj.ts'
import { ImportLink } from '../imports/import-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { statusFilter } from '../list/list-filters.tsx'
import { createdColumn, statusColumn } from '../list/record-columns.tsx'
import { RecordList } from '../list/record-list.tsx'
import { useCreatedRows } from '../list/created-note.tsx'
import { useList } from '../list/use-list.ts'
import {
  toCompanyForm,
  toCompanyImport,
  toCompanyRecord,
  toOperatorCreate,
  toPlanList,
} from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'

const columns: ColumnsOf<'companyList'> = [
  { header: 'Email', sort: 'email', email: true, clamp: true, cell: ({ email }) => email },
  { header: 'CNPJ', sort: 'document', kind: 'date', cell: ({ document }) => maskCnpj(document) },
  { ...createdColumn, header: 'Data de Criação' },
  statusColumn,
]

/** List of companies (console.md §2). Users who are not administrators see only their own. */
export default function CompanyList(): ReactNode {
  const writes = useAdministratorActions('/company-form')
  const operators = useAdministratorActions('/operator-create')
  const { props } = useList('companyList', { filters: { status: statusFilter } })
  const created = useCreatedRows((id) => ({
    open: toCompanyRecord(id),
    next: {
      sentence: 'Agora dê licenças à empresa: associe-a a um plano.',
      label: 'Ver planos',
      target: toPlanList(),
    },
  }))
  return (
    <RecordList
      title="Empresas"
      searchLabel="Buscar Empresa"
      action={
        <>
          {operators('create') && <RelatedLink {...toOperatorCreate()}>Nova operadora</RelatedLink>}
          <ImportLink kind="companies" target={toCompanyImport()} />
          {writes('create') && <NewLink {...toCompanyForm()}>Nova Empresa</NewLink>}
        </>
      }
      open={({ id }) => toCompanyRecord(id)}
      edit={({ id }) => toCompanyForm(id)}
      readOnly={!writes('update')}
      columns={columns}
      actionIcons={1}
      {...created}
      {...props}
    />
  )
}
