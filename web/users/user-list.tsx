import { IconId, IconKey } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState, type ReactElement } from 'react'
import { pageSizes } from '../../contract/list.ts'
import { useCreated } from '../list/created.ts'
import { ImportLink } from '../imports/import-link.tsx'
import { EditLink } from '../links/edit-link.tsx'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import {
  toTokenManagement,
  toUserCreate,
  toUserEdit,
  toUserEditProfile,
  toUserSeats,
  toUserImport,
} from '../paths.ts'
import { useAllowedActions, useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import { DataTable, hideable } from '../ui/data-table.tsx'
import listClasses from '../ui/list-card.module.css'
import { ListNote, ListUnreadable } from '../ui/list-note.tsx'
import { OrderSelect } from '../ui/order-select.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { useSettledKey } from '../ui/use-settled-key.ts'
import { SelectPage } from './many/select-page.tsx'
import { SelectionBar, useMaySelect } from './many/selection-bar.tsx'
import { useSelection } from './many/use-selection.ts'
import { userColumns, type UserRow } from './user-columns.tsx'
import { UserFinder } from './user-finder.tsx'
import classes from './user-list.module.css'
import { useUserSearch } from './use-user-search.ts'

// Most visits follow no creation (decision 37).
const CreatedUserNote = lazy(async () => ({
  default: (await import('./created-user-note.tsx')).CreatedUserNote,
}))

/** List of users visible to the signed-in user (console.md §2). */
export default function UserList(): ReactElement {
  const allows = useAllowedActions('/user-list')
  const list = useRef<HTMLDivElement>(null)
  const search = useUserSearch()
  const { filters, page, take, ordering, found, reading, onFilter, onOrder, onRetry } = search
  const selects = useMaySelect()
  const { people, select, clear } = useSelection(filters)
  const created = useCreated()
  const selectAll = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<readonly string[]>([])
  const columns = userColumns(filters, useIsAdministrator())
  const { totalRecords: total, more } = found?.pagination ?? {}
  const foot = useSettledKey(total === undefined)
  const empty = found?.users.length === 0 && !onRetry
  /** Scrolls to the first row of another page without moving the pager out of view. */
  const turnTo = (change: { page?: number; take?: number }) => {
    list.current?.scrollIntoView({ block: 'nearest' })
    search.onPage(change)
  }
  return (
    <Page
      width="wide"
      title="Usuários"
      actions={
        <>
          <RelatedLink {...toUserSeats()}>Licenças</RelatedLink>
          <ImportLink kind="users" target={toUserImport()} />
          {allows('create') && <NewLink {...toUserCreate()}>Novo usuário</NewLink>}
        </>
      }
    >
      {created?.email !== undefined && (
        <Suspense>
          <CreatedUserNote />
        </Suspense>
      )}
      <div
        ref={list}
        className={`${listClasses['list']} ${classes['list']} ${people.size > 0 ? classes['selecting'] : ''}`}
      >
        <UserFinder
          filters={filters}
          onFilter={onFilter}
          counted={total === undefined ? undefined : { total, more }}
          order={<OrderSelect columns={columns} ordering={ordering} onOrder={onOrder} />}
        />
        {onRetry ? (
          <ListUnreadable onRetry={onRetry} />
        ) : (
          !empty && (
            <DataTable
              label="Usuários"
              columns={columns}
              rows={found?.users}
              reading={reading}
              renderActions={(row) => <RowLinks user={row} />}
              actionIcons={3}
              created={found?.users
                .filter(({ email }) => email === created?.email)
                .map(({ id }) => id)}
              ordering={ordering}
              onOrder={onOrder}
              expectedRows={Math.min(take, 10)}
              onShown={setShown}
              selection={
                selects
                  ? {
                      isSelected: ({ id }) => people.has(id),
                      onSelect: (row, selected) => select([row], selected),
                      labelOf: ({ name }) => `Selecionar: ${name}`,
                      all: (
                        <SelectPage
                          rows={reading ? [] : (found?.users ?? [])}
                          people={people}
                          onSelect={select}
                          box={selectAll}
                        />
                      ),
                    }
                  : undefined
              }
            />
          )
        )}
        <ListNote>{empty && 'Nenhum resultado encontrado para os critérios de pesquisa.'}</ListNote>
        {more && !onRetry && (
          <p className={classes['more']}>
            São mais de 10.000 usuários. Refine a busca: ela mostra os primeiros 10.000.
          </p>
        )}
        <div key={foot.key} className={classes['foot']} {...foot.listeners}>
          {selects && (
            <SelectionBar
              people={people}
              onTakeOff={(rows) => select(rows, false)}
              onClear={() => {
                // The selection bar disappears after the click, so the checkbox for all rows takes the focus.
                selectAll.current?.focus()
                clear()
              }}
            />
          )}
          {!onRetry && total !== 0 && (
            <Pager
              page={page}
              take={take}
              total={total}
              more={more}
              pageSizes={pageSizes}
              onChange={turnTo}
              onExport={search.onExport}
              columns={{ table: 'Usuários', headers: hideable(columns), shown }}
            />
          )}
        </div>
      </div>
    </Page>
  )
}

/** Links of a row. Only active users have tokens (console.md §2). */
function RowLinks({ user: { id, name, status } }: { user: UserRow }) {
  return (
    <>
      <EditLink {...toUserEdit(id)} of={name} />
      <IconLink {...toUserEditProfile(id)} icon={IconId} label="Adicionar perfil" of={name} />
      {status === 2 && (
        <IconLink {...toTokenManagement(id)} icon={IconKey} label="Gerenciar tokens" of={name} />
      )}
    </>
  )
}
