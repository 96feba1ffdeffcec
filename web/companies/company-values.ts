import type { Api } from '../../contract/api.ts'
import { maskCnpj, readCnpj } from '../../contract/cnpj.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import type { CompanySpid } from '../../contract/spids.ts'
import type { Refusals } from '../form/show-refusal.ts'
import { statusLabel } from '../ui/status-select.tsx'

export type Company = SuccessOf<Api['companyGet']>

/** Form values of a company. They include its SPIDs only while the company is new. */
export function companyValues(company: Company | undefined) {
  return {
    name: company?.name ?? '',
    document: company ? maskCnpj(company.document) : '',
    email: company?.email ?? '',
    assignment_days_max: String(company?.assignment_days_max ?? ''),
    active: company?.active ?? true,
    spids: (company?.spids ?? []).map(encodeSpid),
  }
}

export type CompanyValues = ReturnType<typeof companyValues>

/** Labels of the form fields. */
export const companyLabels = {
  name: 'Nome',
  document: 'CNPJ',
  email: 'Email',
  assignment_days_max: 'Prazo máximo dos perfis, em dias',
  active: statusLabel,
  spids: { label: 'SPIDs', one: 'SPID', many: 'SPIDs' },
}

/** Messages for refused saves. */
export const companyRefusals = {
  failure: 'Erro inesperado.',
  errors: ['company-document-in-use'],
  fields: { 'company-document-in-use': 'document', 'company-of-administrators': 'active' },
} satisfies Refusals<keyof CompanyValues>

/** Converts the form values to the request body: the CNPJ is sent without its mask (console.md §5). */
export const companyBody = ({
  name,
  email,
  document,
}: Pick<CompanyValues, 'name' | 'email' | 'document'>) => ({
  name,
  email,
  document: readCnpj(document) ?? document,
})

/** Encodes a SPID and its description as one form value. A SPID contains no spaces. */
export const encodeSpid = ({ spid, description }: CompanySpid): string => `${spid} ${description}`

/** Decodes a value of `encodeSpid`. */
export function decodeSpid(line: string): CompanySpid {
  const end = line.indexOf(' ')
  return { spid: line.slice(0, end), description: line.slice(end + 1) }
}
