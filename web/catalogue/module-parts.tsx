import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { queryOf } from '../api/query-of.ts'
import { RecordRows } from '../form/record-rows.tsx'
import { rowsPerPage, useRecordRows, type RecordRowsState } from '../form/use-record-rows.ts'
import { RecordLink } from '../links/record-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import {
  toFunctionEdit,
  toFunctionsOfModule,
  toProfileRecord,
  toProfilesOfModule,
} from '../paths.ts'
import type { Column } from '../ui/data-table.tsx'
import { ActiveMark, StatusMark } from '../ui/status-mark.tsx'
import { breakingUrl } from './function-url.tsx'

type ModuleFunction = SuccessOf<Api['functionList']>['rows'][number]
type ModuleProfile = SuccessOf<Api['profileList']>['rows'][number]

const functionColumns: readonly Column<ModuleFunction>[] = [
  {
    header: 'Nome',
    cell: ({ id, name }) => <RecordLink {...toFunctionEdit(id)}>{name}</RecordLink>,
  },
  { header: 'Url', cell: ({ url }) => breakingUrl(url) },
  {
    header: 'Status',
    kind: 'status',
    cell: ({ status }) => <ActiveMark active={status === 1} />,
  },
]

const profileColumns: readonly Column<ModuleProfile>[] = [
  {
    header: 'Nome',
    cell: ({ id, name }) => <RecordLink {...toProfileRecord(id)}>{name}</RecordLink>,
  },
  { header: 'Criado por', cell: ({ company }) => company?.name ?? 'Administrador' },
  {
    header: 'Status',
    kind: 'status',
    cell: ({ status }) => (
      <StatusMark on={status === 1}>{status === 1 ? 'Ativo' : 'Excluído'}</StatusMark>
    ),
  },
]

/** The functions of a module, as in the list of functions. */
export const useModuleFunctions = (
  moduleId: number,
  enabled: boolean,
): RecordRowsState<ModuleFunction> =>
  useRecordRows(
    (page) =>
      queryOf('functionList', {
        query: { module_id: String(moduleId), page, take: rowsPerPage },
      }),
    ({ rows }) => rows,
    enabled,
  )

/** The profiles of a module, as in the list of profiles. */
export const useModuleProfiles = (
  moduleId: number,
  enabled: boolean,
): RecordRowsState<ModuleProfile> =>
  useRecordRows(
    (page) =>
      queryOf('profileList', { query: { module_id: String(moduleId), page, take: rowsPerPage } }),
    ({ rows }) => rows,
    enabled,
  )

interface PartProps<Row> {
  moduleId: number
  state: RecordRowsState<Row>
}

/** Tab of a module's record with its functions. */
export function ModuleFunctions({ moduleId, state }: PartProps<ModuleFunction>) {
  return (
    <RecordRows
      id="funcoes"
      title="Funções"
      columns={functionColumns}
      state={state}
      empty="Este módulo ainda não tem funções."
      action={<RelatedLink {...toFunctionsOfModule(moduleId)}>Ver na lista de funções</RelatedLink>}
    />
  )
}

/** Tab of a module's record with its profiles. */
export function ModuleProfiles({ moduleId, state }: PartProps<ModuleProfile>) {
  return (
    <RecordRows
      id="perfis"
      title="Perfis"
      columns={profileColumns}
      state={state}
      empty="Este módulo ainda não tem perfis que você possa ver."
      action={<RelatedLink {...toProfilesOfModule(moduleId)}>Ver na lista de perfis</RelatedLink>}
    />
  )
}
