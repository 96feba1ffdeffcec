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
import { CompanySignInPolicy } from './company-sign-in-policy.tsx'
import { CompanyLogo } from './company-logo.tsx'
import { CompanyPeople, useCompanyPeople } from './company-people.tsx'
import { CompanySpidsModal } from './company-spids-modal.tsx'
import type { Company } from './company-values.ts'
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
  const [managing, setManaging] = useState(false)
  const manage = () => setManaging(true)
  const added = useNewSpids(id)
  const read = () => call('companyGet', { params: { id: String(id) } })
  const { record: company, unreadable } = useRecord(read)
  useLeaveUnreadable(unreadable, useBackToList(toCompanyList()))
  const { shown, tabs, people, delegated } = useCompanyTabs(id, tab)
  const editing = writes && tab === undefined
  return (
    <>
      <RecordPage
        title={writes ? 'Atualização de Empresa' : 'Empresa'}
        {...headOf(company)}
        acts={[
          writes &&
            !editing && { label: 'Editar', icon: IconPencil, target: toCompanyEditFromRecord(id) },
          { label: 'Perfis', icon: IconId, target: toProfilesOfCompany(id) },
          writes && !editing && { label: 'Gerenciar SPID', icon: IconSitemap, onPress: manage },
        ]}
        tabs={tabs}
        skeleton={editing ? <FieldsSkeleton fields={4} /> : <CompanyFactsSkeleton />}
      >
        {company && shown === 'summary' && (
          <CompanySummary
            company={company}
            added={added}
            edit={editing ? { read, onManageSpids: manage } : undefined}
            writes={writes}
          />
        )}
        {company && shown === 'people' && <CompanyPeople companyId={id} people={people} />}
        {company && shown === 'seats' && <CompanySeats companyId={id} width="broad" />}
        {company && shown === 'delegations' && (
          <DelegatedUsers delegated={delegated} limit={undefined} first />
        )}
        {company && shown === 'history' && <RecordHistory of="company" id={id} />}
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

/** The tabs that the signed-in user sees, and the data of those with a count. */
function useCompanyTabs(id: number, tab: Parameters<typeof toCompanyRecord>[1]) {
  const opens = useOpens()
  const administrator = useIsAdministrator()
  const seesPeople = opens(toUserList().to)
  const people = useCompanyPeople(id, seesPeople)
  const delegated = useDelegated(id, administrator)
  const tabs = tabsOf(
    [
      { tab: 'summary', label: 'Resumo' },
      seesPeople && { tab: 'people', label: 'Pessoas', count: people.count, more: people.more },
      { tab: 'seats', label: 'Licenças' },
      administrator && { tab: 'delegations', label: 'Delegações', count: delegated.rows?.length },
      opens(toAuditList().to) && { tab: 'history', label: 'Histórico' },
    ],
    tab,
    (each) => toCompanyRecord(id, each),
  )
  return { ...tabs, people, delegated }
}

/** What the head of the record shows once the company has been read. */
function headOf(company: Company | undefined) {
  return {
    name: company?.name,
    logo: company?.logo,
    detail: company && `CNPJ ${maskCnpj(company.document)}`,
    status: company && <ActiveMark active={company.active} />,
    notice: company?.active === false && (
      <RecordNotice tone="danger">
        Esta empresa está inativa: ninguém acessa módulos por ela.
      </RecordNotice>
    ),
  }
}

interface CompanySummaryProps {
  company: Company
  added: ReturnType<typeof useNewSpids>
  /** Present if the summary is the form. */
  edit: { read: () => Promise<Company>; onManageSpids: () => void } | undefined
  /** Whether the signed-in user may change the company. */
  writes: boolean
}

/** The facts of the company or the form, and the logo for those who may change it. */
function CompanySummary({ company, added, edit, writes }: CompanySummaryProps) {
  const queries = useQueryClient()
  const key = useMatch({ strict: false, select: recordKey })
  const note = <NewSpidsNote companyId={company.id} added={added} />
  return (
    <>
      {edit ? (
        <CompanyEdit id={company.id} {...edit} addedSpids={added.spids} spidsNote={note} />
      ) : (
        <>
          <CompanyFacts company={company} />
          <CompanySpidCard company={company} added={added.spids} note={note} />
          <CompanySignInPolicy
            company={company}
            writes={writes}
            onSaved={(version) => queries.setQueryData(key, { ...company, version })}
          />
        </>
      )}
      {writes && (
        <CompanyLogo
          company={company}
          broad={!edit}
          onChanged={(logo) => queries.setQueryData(key, { ...company, logo })}
        />
      )}
    </>
  )
}
