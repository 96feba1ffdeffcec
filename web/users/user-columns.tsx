import { createdColumn, nameColumn } from '../list/record-columns.tsx'
import { toUserRecord } from '../paths.ts'
import type { Column } from '../ui/data-table.tsx'
import { formatInstant, formatUpdate } from '../../contract/shown.ts'
import { breakEmail } from '../ui/break-email.tsx'
import { markHits } from '../ui/mark-hits.tsx'
import { wordsOf } from '../ui/plain-text.ts'
import type { FoundUsers, UserSort } from './use-user-search.ts'
import classes from './user-list.module.css'
import type { UserFilters } from './user-list-search.ts'
import type { OwnFactor } from '../../contract/user-search.ts'
import { UserStatusMark } from '../ui/user-status.tsx'

export type UserRow = FoundUsers['users'][number]

/**
 * The user's companies by name; of more than three companies, also the number of further ones. Like the dates, they are
 * in the details of a card, so that a phone shows three users.
 */
const companyColumn: Column<UserRow, UserSort> = {
  header: 'Empresa',
  priority: 4,
  clamp: true,
  cell: ({ company_names: names = [], company_count = 0 }) => {
    if (names.length === 0) return null
    const others = company_count - names.length
    return others > 0 ? `${names.join(', ')} e mais ${others}` : names.join(', ')
  },
}

const factorNames: Readonly<Record<OwnFactor, string>> = {
  passkey: 'Chave de acesso',
  app: 'Aplicativo',
  'passkey-and-app': 'Chave e aplicativo',
  none: 'Nenhum',
  federated: 'Pela empresa',
}

const factorColumn: Column<UserRow, UserSort> = {
  header: 'Segundo fator',
  priority: 4,
  optional: true,
  cell: ({ own_factor: factor }) => factor && factorNames[factor],
}

/**
 * Columns of the user list, with search hits marked in name and e-mail. Administrators, who see the users of all
 * companies, also see the companies.
 */
export function userColumns(
  { name, email }: UserFilters,
  administrator: boolean,
): Column<UserRow, UserSort>[] {
  const named = nameColumn<UserRow>(({ id }) => toUserRecord(id))
  return [
    { ...named, cell: (row) => markHits(named.cell(row), wordsOf(name)) },
    {
      header: 'E-mail',
      sort: 'email',
      email: true,
      clamp: true,
      cell: (row) => breakEmail(markHits(row.email, wordsOf(email))),
    },
    ...(administrator ? [companyColumn] : []),
    factorColumn,
    createdColumn,
    {
      header: 'Data de atualização',
      sort: 'update_at',
      kind: 'updated',
      cell: ({ created_at, update_at }) => formatUpdate({ created_at, updated_at: update_at }),
    },
    {
      header: 'Último acesso',
      sort: 'last_access_at',
      kind: 'date',
      cell: ({ last_access_at, invited }) =>
        last_access_at === null ? (
          <span className={classes['never']}>{invited ? 'Aguarda 1º acesso' : 'Nunca'}</span>
        ) : (
          formatInstant(last_access_at)
        ),
    },
    {
      header: 'Status',
      sort: 'status',
      kind: 'status',
      cell: ({ status }) => <UserStatusMark status={status} />,
    },
  ]
}
