import type { ReactNode } from 'react'
import { maskCnpj } from '../../contract/cnpj.ts'
import { ImportLink } from '../imports/import-link.tsx'
import { EditLink } from '../links/edit-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { statusFilter } from '../list/list-filters.tsx'
import { createdColumn, nameColumn, statusColumn } from '../list/record-columns.tsx'
import { useList } from '../list/use-list.ts'
import { toCompanyForm, toCompanyImport } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { useScreenGranted } from '../session-state/use-screen-granted.ts'
import { ListPage } from '../ui/list-page.tsx'

const columnsAfterName: ColumnsOf<'companyList'> = [
  { header: 'Email', sort: 'email', cell: ({ email }) => email },
  { header: 'CNPJ', sort: 'document', kind: 'date', cell: ({ document }) => maskCnpj(document) },
  { ...createdColumn, header: 'Data de Criação' },
  statusColumn,
]

/** The companies (console.md §2); others than administrators find their own. */
export default function CompanyList(): ReactNode {
  const writes = useAdministratorActions('/company-form')
  const opens = useScreenGranted('/company-form')
  const { props } = useList('companyList', { filters: { status: statusFilter } })
  return (
    <ListPage
      title="Empresas"
      searchLabel="Buscar Empresa"
      action={
        <>
          <ImportLink kind="companies" target={toCompanyImport()} />
          {writes('create') && <NewLink {...toCompanyForm()}>Nova Empresa</NewLink>}
        </>
      }
      columns={[nameColumn(({ id }) => opens && toCompanyForm(id)), ...columnsAfterName]}
      actionIcons={1}
      renderActions={({ id, name }) =>
        writes('update') && <EditLink {...toCompanyForm(id)} of={name} />
      }
      {...props}
    />
  )
}
