import { IconListCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Profile } from '../../contract/profiles.ts'
import { toProfileCreate, toProfileEdit, toProfileEditFunction, toProfileRecord } from '../paths.ts'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import {
  useAllowedActions,
  useIsAdministrator,
  useSeesEveryCompany,
} from '../session-state/use-allowed-actions.ts'
import { createdColumn, statusColumn, updatedColumn } from '../list/record-columns.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { wordFilter } from '../list/list-filters.tsx'
import { moduleFilter, recordFilter, useServiceFilter } from '../list/record-filter.tsx'
import { RecordList } from '../list/record-list.tsx'
import { useCreatedRows } from '../list/created-note.tsx'
import { useList } from '../list/use-list.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import { useProfileOwner } from './use-profile-owner.ts'

const columns: ColumnsOf<'profileList'> = [
  { header: 'Serviço', sort: 'service', clamp: true, cell: ({ module }) => module.Service.name },
  { header: 'Módulo', sort: 'module', clamp: true, cell: ({ module }) => module.name },
  {
    header: 'Criado por',
    sort: 'company',
    clamp: true,
    cell: ({ company }) => company?.name ?? 'Administrador',
  },
  {
    header: 'Exibido Para',
    sort: 'accredited_enable',
    kind: 'short',
    searched: false,
    cell: ({ accredited_enable }) => (accredited_enable ? 'Operadora' : 'Admin'),
  },
  createdColumn,
  updatedColumn,
  {
    ...statusColumn,
    cell: ({ status }) => (
      <StatusMark on={status === 1}>{status === 1 ? 'Ativo' : 'Excluído'}</StatusMark>
    ),
  },
]
const columnsOfCompany = columns.filter(({ sort }) => sort !== 'accredited_enable')
const makerFilter = recordFilter('profileMakerList', 'Criado por', 'Todos os criadores')
const profileStatusFilter = wordFilter('Status', 'Todos os status', { 1: 'Ativo', 0: 'Excluído' })

/** List of profiles (console.md §2). A company can change only the profiles that it created. */
export default function ProfileList(): ReactNode {
  const administrator = useIsAdministrator()
  const everyCompany = useSeesEveryCompany('/profile-list')
  const allows = useAllowedActions('/profile-list')
  const maker = useProfileOwner()
  const { props } = useList('profileList', {
    filters: {
      service_id: useServiceFilter(),
      module_id: moduleFilter,
      accredit_id: makerFilter,
      status: profileStatusFilter,
    },
  })
  const isWritable = ({ accredit_id }: Profile) => administrator || accredit_id === maker
  const created = useCreatedRows((id) => ({
    open: toProfileRecord(id),
    next: {
      sentence: 'Agora escolha as funções do perfil.',
      label: 'Escolher funções',
      target: toProfileEditFunction(id),
    },
  }))
  return (
    <RecordList
      title="Perfil"
      searchLabel="Buscar Perfil"
      action={allows('create') && <NewLink {...toProfileCreate()}>Novo Perfil</NewLink>}
      open={({ id }) => toProfileRecord(id)}
      edit={(profile) => isWritable(profile) && toProfileEdit(profile.id)}
      columns={everyCompany ? columns : columnsOfCompany}
      links={(profile) =>
        isWritable(profile) &&
        profile.status === 1 && (
          <IconLink
            {...toProfileEditFunction(profile.id)}
            icon={IconListCheck}
            label="Adicionar função"
            of={profile.name}
          />
        )
      }
      actionIcons={2}
      {...created}
      {...props}
    />
  )
}
