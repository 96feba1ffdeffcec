import { companies } from '../../contract/companies.ts'
import type { ReactNode } from 'react'
import { termOf } from '../form/term-of.ts'
import { useFromRecord } from '../form/use-from-record.ts'
import { useRecordForm, type RecordForm } from '../form/use-record-form.ts'
import { toCompanyList, toCompanyRecord } from '../paths.ts'
import { FormCard } from '../ui/form-page.tsx'
import { StatusSelect } from '../ui/status-select.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { CompanyFields } from './company-fields.tsx'
import { CompanySpids } from './company-spids.tsx'
import {
  companyBody,
  companyLabels,
  companyRefusals,
  companyValues,
  type Company,
  type CompanyValues,
} from './company-values.ts'
import { saveCompany } from './save-company.ts'

interface CompanyEditProps {
  id: number
  read: () => Promise<Company>
  onManageSpids: () => void
  /** SPIDs that were just added. */
  addedSpids: readonly string[]
  /** Note about the added SPIDs. */
  spidsNote: ReactNode
}

/** Form that updates a company (console.md §2). The SPIDs are saved by their modal. */
export function CompanyEdit(props: CompanyEditProps) {
  const { id, read, onManageSpids, addedSpids, spidsNote } = props
  const fromRecord = useFromRecord()
  const form: RecordForm<Company, CompanyValues> = useRecordForm({
    kind: 'company',
    list: () => (fromRecord ? toCompanyRecord(id) : toCompanyList()),
    read,
    values: companyValues,
    labels: companyLabels,
    schema: companies.companyUpdate.body,
    body: (values, company) => ({
      ...companyBody(values),
      assignment_days_max: termOf(values.assignment_days_max),
      active: values.active,
      version: company?.version,
    }),
    save: (body, changes) => saveCompany(form.record, body, changes),
    saved: 'Empresa atualizada',
    refusals: companyRefusals,
  })
  const { record: company } = form
  return (
    <FormCard {...form.page} printed={company && <CompanyFacts company={company} />}>
      <CompanyFields form={form} />
      <StatusSelect {...form.status('active')} />
      {company && (
        <CompanySpids
          spids={company.spids}
          onManage={onManageSpids}
          added={addedSpids}
          note={spidsNote}
        />
      )}
    </FormCard>
  )
}
