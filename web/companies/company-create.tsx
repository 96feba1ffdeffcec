import { useState } from 'react'
import { companies } from '../../contract/companies.ts'
import { newRow } from '../list/created.ts'
import { termOf } from '../form/term-of.ts'
import { useRecordForm, type RecordForm } from '../form/use-record-form.ts'
import { toCompanyList } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { FormPage } from '../ui/form-page.tsx'
import { notify } from '../ui/notify.ts'
import { CompanyFields } from './company-fields.tsx'
import { CompanySpids } from './company-spids.tsx'
import {
  companyBody,
  companyLabels,
  companyRefusals,
  companyValues,
  decodeSpid,
  encodeSpid,
  type Company,
  type CompanyValues,
} from './company-values.ts'
import { saveCompany } from './save-company.ts'
import { SpidsModal } from './spids-modal.tsx'

/** Form that creates a company (console.md §2). Only administrators create companies (decision 25). */
export function CompanyCreate() {
  const writes = useAdministratorActions('/company-form')('create')
  const [managing, setManaging] = useState(false)
  const form: RecordForm<Company, CompanyValues> = useRecordForm({
    list: toCompanyList,
    read: null,
    values: companyValues,
    labels: companyLabels,
    schema: companies.companyUpdate.body,
    body: (values) => ({
      ...companyBody(values),
      assignment_days_max: termOf(values.assignment_days_max),
      active: values.active,
      spids: values.spids.map(decodeSpid),
    }),
    save: (body, changes) => saveCompany(undefined, body, changes),
    created: newRow,
    saved: 'Empresa cadastrada',
    refusals: companyRefusals,
  })
  const { onSave, ...page } = form.page
  const spids = form.values.spids.map(decodeSpid)
  const close = () => setManaging(false)
  return (
    <>
      <FormPage
        title={writes ? 'Cadastro de Empresa' : 'Empresa'}
        {...page}
        {...(writes && onSave && { onSave })}
      >
        {writes ? (
          <>
            <CompanyFields form={form} />
            <CompanySpids spids={spids} onManage={() => setManaging(true)} />
          </>
        ) : (
          <p data-wide>Somente administradores cadastram empresas.</p>
        )}
      </FormPage>
      {managing && (
        <SpidsModal
          spids={spids}
          lead="São cadastrados com a empresa, quando ela for salva."
          saving={false}
          onSave={(changed) => {
            form.set({ spids: changed.map(encodeSpid) })
            notify.success('SPIDs salvos com sucesso')
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
