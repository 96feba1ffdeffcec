import { IconKey, IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMatch, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { call } from '../api/api-client.ts'
import { RecordHistory } from '../form/record-history.tsx'
import { RecordPage } from '../form/record-page.tsx'
import { FieldsSkeleton, RecordNotice } from '../form/record-parts.tsx'
import { tabsOf } from '../form/tabs-of.ts'
import { recordKey, useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import {
  toAuditList,
  toCompanyList,
  toFunctionList,
  toModuleEditFromRecord,
  toModuleList,
  toModuleRecord,
  toPlanList,
  toProfileList,
  toSecretManagement,
} from '../paths.ts'
import { useAllowedActions, useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { ActiveMark } from '../ui/status-mark.tsx'
import { ModuleFacts, ModuleFactsSkeleton } from './module-facts.tsx'
import { ModuleForm } from './module-form.tsx'
import { ModuleLogo } from './module-logo.tsx'
import {
  ModuleFunctions,
  ModuleProfiles,
  useModuleFunctions,
  useModuleProfiles,
} from './module-parts.tsx'
import {
  ModuleCompanies,
  ModulePlans,
  useModuleCompanies,
  useModulePlans,
} from './module-entitlement.tsx'

/** Record of a module. Without `tab` the address opens the specified form (console.md §2; decision 70). */
export default function ModuleEdit(): ReactElement {
  const { id = 0, serviceId = 0, tab } = useSearch({ from: '/module-edit' })
  const updates = useAllowedActions('/module-edit')('update')
  const opens = useOpens()
  const queries = useQueryClient()
  const key = useMatch({ strict: false, select: recordKey })
  const read = () => call('moduleGet', { params: { id: String(id) } })
  const { record: module, unreadable } = useRecord(read)
  useLeaveUnreadable(unreadable, useBackToList(toModuleList(serviceId)))
  const [seesFunctions, seesProfiles] = [opens(toFunctionList().to), opens(toProfileList().to)]
  const functions = useModuleFunctions(id, seesFunctions)
  const profiles = useModuleProfiles(id, seesProfiles)
  const seesPlans = opens(toPlanList().to)
  const plans = useModulePlans(id, seesPlans)
  // Users of a company would see only their own company in this tab.
  const everyCompany = useSeesEveryCompany('/company-list')
  const seesCompanies = everyCompany && opens(toCompanyList().to)
  const companies = useModuleCompanies(id, seesCompanies)
  const { shown, tabs } = tabsOf(
    [
      { tab: 'summary', label: 'Resumo' },
      seesFunctions && { tab: 'functions', label: 'Funções', count: functions.count },
      seesProfiles && { tab: 'profiles', label: 'Perfis', count: profiles.count },
      seesPlans && { tab: 'plans', label: 'Planos', count: plans.count },
      seesCompanies && { tab: 'companies', label: 'Empresas', count: companies.count },
      opens(toAuditList().to) && { tab: 'history', label: 'Histórico' },
    ],
    tab,
    (each) => toModuleRecord(id, serviceId, each),
  )
  const editing = updates && tab === undefined
  return (
    <RecordPage
      title="Edição de Módulo"
      name={module?.name}
      logo={module?.logo}
      detail={module && `Serviço: ${module.Service.name}`}
      status={module && <ActiveMark active={module.status === 1} />}
      notice={
        module?.status === 0 && (
          <RecordNotice tone="danger">
            Este módulo está inativo: ninguém entra nele pelo portal.
          </RecordNotice>
        )
      }
      acts={[
        updates &&
          !editing && {
            label: 'Editar',
            icon: IconPencil,
            target: toModuleEditFromRecord(id, serviceId),
          },
        { label: 'Gerenciar Secret', icon: IconKey, target: toSecretManagement(id, serviceId) },
      ]}
      tabs={tabs}
      skeleton={editing ? <FieldsSkeleton fields={4} /> : <ModuleFactsSkeleton />}
    >
      {module && (
        <>
          {editing && <ModuleForm module={module} read={read} />}
          {!editing && shown === 'summary' && <ModuleFacts module={module} />}
          {updates && shown === 'summary' && (
            <ModuleLogo
              module={module}
              broad={!editing}
              onChanged={(logo) => queries.setQueryData(key, { ...module, logo })}
            />
          )}
          {shown === 'functions' && <ModuleFunctions moduleId={id} state={functions} />}
          {shown === 'profiles' && <ModuleProfiles moduleId={id} state={profiles} />}
          {shown === 'plans' && <ModulePlans state={plans} />}
          {shown === 'companies' && <ModuleCompanies state={companies} />}
          {shown === 'history' && <RecordHistory of="module" id={id} />}
        </>
      )}
    </RecordPage>
  )
}
