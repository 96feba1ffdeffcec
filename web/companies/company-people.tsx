import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queryOf } from '../api/query-of.ts'
import { RecordRows } from '../form/record-rows.tsx'
import { rowsPerPage, useRecordRows, type RecordRowsState } from '../form/use-record-rows.ts'
import { RecordLink } from '../links/record-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toUserRecord, toUsersOfCompany } from '../paths.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import { breakEmail } from '../ui/break-email.tsx'
import type { Column } from '../ui/data-table.tsx'
import { UserStatusMark } from '../ui/user-status.tsx'

type Person = SuccessOf<Api['userSearch']>['users'][number]

const columns: readonly Column<Person>[] = [
  {
    header: 'Nome',
    cell: ({ id, name }) => <RecordLink {...toUserRecord(id)}>{name}</RecordLink>,
  },
  { header: 'E-mail', email: true, cell: ({ email }) => breakEmail(email) },
  {
    header: 'Último acesso',
    kind: 'date',
    cell: ({ last_access_at, invited }) =>
      last_access_at === null
        ? invited
          ? 'Aguarda 1º acesso'
          : 'Nunca'
        : formatInstant(last_access_at),
  },
  { header: 'Status', kind: 'status', cell: ({ status }) => <UserStatusMark status={status} /> },
]

/** The users of a company that are visible to the signed-in user, as in the user list. */
export const useCompanyPeople = (companyId: number, enabled: boolean): RecordRowsState<Person> =>
  useRecordRows(
    (page) =>
      queryOf('userSearch', {
        body: { filters: { company_id: companyId }, pagination: { page, take: rowsPerPage } },
      }),
    ({ users }) => users,
    enabled,
  )

interface CompanyPeopleProps {
  companyId: number
  people: RecordRowsState<Person>
}

/** Tab of a company's record with its users. Only administrators can filter the user list by company. */
export function CompanyPeople({ companyId, people }: CompanyPeopleProps) {
  const administrator = useIsAdministrator()
  return (
    <RecordRows
      id="pessoas"
      title="Pessoas"
      columns={columns}
      state={people}
      empty="Esta empresa ainda não tem pessoas."
      action={
        administrator && (
          <RelatedLink {...toUsersOfCompany(companyId)}>Ver na lista de usuários</RelatedLink>
        )
      }
    />
  )
}
