import { call } from '../api/api-client.ts'
import { RecordLogo } from '../form/record-logo.tsx'
import type { Company } from './company-values.ts'

interface CompanyLogoProps {
  company: Company
  /** If true, as wide as the cards of the record; otherwise as wide as a form. */
  broad: boolean
  onChanged: (logo: string | null) => void
}

/** Section for the logo of a company. */
export function CompanyLogo({ company, broad, onChanged }: CompanyLogoProps) {
  const params = { id: String(company.id) }
  return (
    <RecordLogo
      title="Imagem da empresa"
      record={company}
      broad={broad}
      question={{
        text: 'Deseja remover a imagem da empresa?',
        about: `Empresa: ${company.name}`,
        consequence: 'A página de acesso passa a mostrar as iniciais da empresa.',
      }}
      save={(content) => call('companyLogoUpdate', { params, body: { content } })}
      remove={() => call('companyLogoDelete', { params })}
      onChanged={onChanged}
    />
  )
}
