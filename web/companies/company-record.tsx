import { IconId, IconPencil, IconSitemap } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMatch, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { maskCnpj } from '../../contract/cnpj.ts'
import { call } from '../api/api-client.ts'
import { RecordHistory } from '../form/record-history.tsx'
import { RecordPage } from '../form/record-page.tsx'
import { FieldsSkeleton, RecordNotice } from '../form/record-parts.tsx'
import { tabsOf } from '../form/tabs-of.ts'
import { recordKey, useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import {
  toAuditList,
  toCompanyEditFromRecord,
  toCompanyList,
  toCompanyRecord,
  toProfilesOfCompany,
  toUserList,
} from '../paths.ts'
import { CompanySeats } from '../plans/company-seats.tsx'
import {
  useAdministratorActions,
  useIsAdministrator,
} from '../session-state/use-allowed-actions.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { ActiveMark } from '../ui/status-mark.tsx'
import { CompanyEdit } from './company-edit.tsx'
import { CompanyFacts, CompanyFactsSkeleton, CompanySpidCard } from './company-facts.tsx'
import { CompanyLogo } from './company-logo.tsx'
import { CompanyPeople, useCompanyPeople } from './company-people.tsx'
import { CompanySpidsModal } from './company-spids-modal.tsx'
import { DelegatedUsers } from './delegated-users.tsx'
import { NewSpidsNote } from './new-spids-note.tsx'
import { useDelegated } from './use-delegated.ts'
import { useNewSpids } from './use-new-spids.ts'

/**
 * Record of a company. Without `tab` administrators see the specified form (console.md §2; decision 70). Others only
 * read a company.
 */
export function CompanyRecord({ id }: { id: number }) {
  const { tab } = useSearch({ from: '/company-form' })
  const writes = useAdministratorActions('/company-form')('update')
  const administrator = useIsAdministrator()
  const opens = useOpens()
  const seesPeople = opens(toUserList().to)
  const [managing, setManaging] = useState(false)
  const manage = () => setManaging(true)
  const queries = useQueryClient()
  const key = useMatch({ strict: false, select: recordKey })
  const added = useNewSpids(id)
  const note = <NewSpidsNote companyId={id} added={added} />
  const read = () => call('companyGet', { params: { id: String(id) } })
  const { record: company, unreadable } = useRecord(read)
  useLeaveUnreadable(unreadable, useBackToList(toCompanyList()))
  const people = useCompanyPeople(id, seesPeople)
  const delegated = useDelegated(id, administrator)
  const { shown, tabs } = tabsOf(
    [
      { tab: 'summary', label: 'Resumo' },
      seesPeople && { tab: 'people', label: 'Pessoas', count: people.count, more: people.more },
      { tab: 'seats', label: 'Licenças' },
      administrator && {
        tab: 'delegations',
        label: 'Delegações',
        count: delegated.rows?.length,
      },
      opens(toAuditList().to) && { tab: 'history', label: 'Histórico' },
    ],
    tab,
    (each) => toCompanyRecord(id, each),
  )
  const editing = writes && tab === undefined
  return (
    <>
      <RecordPage
        title={writes ? 'Atualização de Empresa' : 'Empresa'}
        name={company?.name}
        logo={company?.logo}
        detail={company && `CNPJ ${maskCnpj(company.document)}`}
        status={company && <ActiveMark active={company.active} />}
        notice={
          company?.active === false && (
            <RecordNotice tone="danger">
              Esta empresa está inativa: ninguém acessa módulos por ela.
            </RecordNotice>
          )
        }
        acts={[
          writes &&
            !editing && { label: 'Editar', icon: IconPencil, target: toCompanyEditFromRecord(id) },
          { label: 'Perfis', icon: IconId, target: toProfilesOfCompany(id) },
          writes && !editing && { label: 'Gerenciar SPID', icon: IconSitemap, onPress: manage },
        ]}
        tabs={tabs}
        skeleton={editing ? <FieldsSkeleton fields={4} /> : <CompanyFactsSkeleton />}
      >
        {company && (
          <>
            {editing && (
              <CompanyEdit
                id={id}
                read={read}
                onManageSpids={manage}
                addedSpids={added.spids}
                spidsNote={note}
              />
            )}
            {!editing && shown === 'summary' && (
              <>
                <CompanyFacts company={company} />
                <CompanySpidCard company={company} added={added.spids} note={note} />
              </>
            )}
            {writes && shown === 'summary' && (
              <CompanyLogo
                company={company}
                broad={!editing}
                onChanged={(logo) => queries.setQueryData(key, { ...company, logo })}
              />
            )}
            {shown === 'people' && <CompanyPeople companyId={id} people={people} />}
            {shown === 'seats' && <CompanySeats companyId={id} width="broad" />}
            {shown === 'delegations' && (
              <DelegatedUsers delegated={delegated} limit={undefined} first />
            )}
            {shown === 'history' && <RecordHistory of="company" id={id} />}
          </>
        )}
      </RecordPage>
      {managing && company && (
        <CompanySpidsModal
          company={company}
          onAdded={added.add}
          onClose={() => setManaging(false)}
        />
      )}
    </>
  )
}
