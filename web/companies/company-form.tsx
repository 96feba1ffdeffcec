import { TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { maskCnpj } from '../../contract/cnpj.ts'
import { companies } from '../../contract/companies.ts'
import { formatInstant } from '../../contract/shown.ts'
import { call } from '../api/api-client.ts'
import { CompanyDelegations } from './company-delegations.tsx'
import { useRecordForm, type RecordForm } from '../form/use-record-form.ts'
import { HistoryLink } from '../links/history-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toCompanyList, toProfilesOfCompany } from '../paths.ts'
import { CompanySeats } from '../plans/company-seats.tsx'
import {
  useAdministratorActions,
  useIsAdministrator,
} from '../session-state/use-allowed-actions.ts'
import { ReadOnlyRecord } from '../ui/definition-list.tsx'
import { FormPage } from '../ui/form-page.tsx'
import { notify } from '../ui/notify.ts'
import { StatusSelect } from '../ui/status-select.tsx'
import { CnpjField } from './cnpj-field.tsx'
import { CompanyPeopleLink } from './company-people-link.tsx'
import { CompanySpidsModal } from './company-spids-modal.tsx'
import { CompanySpids } from './company-spids.tsx'
import {
  companyBody,
  companyLabels,
  companyValues,
  encodeSpid,
  decodeSpid,
  type Company,
  type CompanyValues,
} from './company-values.ts'
import { saveCompany } from './save-company.ts'
import { SpidsModal } from './spids-modal.tsx'

/** Form that creates a company, or shows the company `id`. Administrators update it, others only read it. */
export default function CompanyForm(): ReactElement {
  const { id } = useSearch({ from: '/company-form' })
  const creating = id === undefined
  const writes = useAdministratorActions('/company-form')(creating ? 'create' : 'update')
  const administrator = useIsAdministrator()
  const [managing, setManaging] = useState(false)
  const form: RecordForm<Company, CompanyValues> = useRecordForm({
    kind: 'company',
    list: toCompanyList,
    read: creating ? null : () => call('companyGet', { params: { id: String(id) } }),
    values: companyValues,
    labels: companyLabels,
    schema: companies.companyUpdate.body,
    body: (values, company) => ({
      ...companyBody(values),
      active: values.active,
      // The SPIDs of an existing company are saved by their modal.
      ...(creating && { spids: values.spids.map(decodeSpid) }),
      version: company?.version,
    }),
    save: (body, changes) => saveCompany(form.record, body, changes),
    saved: creating ? 'Empresa cadastrada' : 'Empresa atualizada',
    refusals: {
      failure: 'Erro inesperado.',
      errors: ['company-document-in-use'],
      fields: { 'company-document-in-use': 'document', 'company-of-administrators': 'active' },
    },
  })
  const { record: company, values, set } = form
  const { onSave, ...page } = form.page
  const manage = () => setManaging(true)
  const close = () => setManaging(false)
  return (
    <>
      <FormPage
        title={titleOf(creating, writes)}
        subject={company && `Cadastrada em ${formatInstant(company.created_at)}`}
        actions={
          id !== undefined && (
            <>
              {administrator && <CompanyPeopleLink companyId={id} />}
              <RelatedLink {...toProfilesOfCompany(id)}>Perfis</RelatedLink>
              <HistoryLink of="company" id={id} />
            </>
          )
        }
        {...page}
        {...(writes && onSave && { onSave })}
      >
        {writes && (
          <>
            <TextInput {...form.text('name')} />
            <CnpjField {...form.text('document')} onType={(document) => set({ document })} />
            <TextInput
              type="email"
              autoCapitalize="none"
              spellCheck={false}
              {...form.text('email')}
            />
            {!creating && <StatusSelect {...form.status('active')} />}
          </>
        )}
        {!writes && company && (
          <ReadOnlyRecord
            values={{ Nome: company.name, CNPJ: maskCnpj(company.document), Email: company.email }}
            active={company.active}
          />
        )}
        {!writes && creating && <p data-wide>Somente administradores cadastram empresas.</p>}
        {(writes || company) && (
          <CompanySpids
            spids={company?.spids ?? values.spids.map(decodeSpid)}
            onManage={writes ? manage : undefined}
          />
        )}
      </FormPage>
      {company && <CompanySeats companyId={company.id} />}
      {company && administrator && <CompanyDelegations companyId={company.id} />}
      {managing && company && <CompanySpidsModal company={company} onClose={close} />}
      {managing && creating && (
        <SpidsModal
          spids={values.spids.map(decodeSpid)}
          lead="São cadastrados com a empresa, quando ela for salva."
          saving={false}
          onSave={(spids) => {
            set({ spids: spids.map(encodeSpid) })
            notify.success('SPIDs salvos com sucesso')
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function titleOf(creating: boolean, writes: boolean): string {
  if (!writes) return 'Empresa'
  return creating ? 'Cadastro de Empresa' : 'Atualização de Empresa'
}
