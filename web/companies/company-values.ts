import type { Api } from '../../contract/api.ts'
import { maskCnpj, readCnpj } from '../../contract/cnpj.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import type { CompanySpid } from '../../contract/spids.ts'
import { statusLabel } from '../ui/status-select.tsx'

export type Company = SuccessOf<Api['companyGet']>

/** What the fields of a company hold; its SPIDs among them only while the company is new. */
export function companyValues(company: Company | undefined) {
  return {
    name: company?.name ?? '',
    document: company ? maskCnpj(company.document) : '',
    email: company?.email ?? '',
    active: company?.active ?? true,
    spids: (company?.spids ?? []).map(lineOf),
  }
}

export type CompanyValues = ReturnType<typeof companyValues>

/** What stands beside the fields of a company. */
export const companyLabels = {
  name: 'Nome',
  document: 'CNPJ',
  email: 'Email',
  active: statusLabel,
  spids: { label: 'SPIDs', one: 'SPID', many: 'SPIDs' },
}

/** The fields as they are sent: the CNPJ without its mask (console.md §5). */
export const companyBody = ({ name, email, document }: CompanyValues) => ({
  name,
  email,
  document: readCnpj(document) ?? document,
})

/** A SPID and its description as one value of a form; a SPID has no spaces. */
export const lineOf = ({ spid, description }: CompanySpid): string => `${spid} ${description}`

/** The SPID and description that `lineOf` wrote. */
export function spidOf(line: string): CompanySpid {
  const end = line.indexOf(' ')
  return { spid: line.slice(0, end), description: line.slice(end + 1) }
}
