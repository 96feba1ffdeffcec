import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { maskCnpj } from '../../contract/cnpj.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queryOf } from '../api/query-of.ts'
import { FactsSkeleton, RecordCard, RecordFacts, type Facts } from '../form/record-parts.tsx'
import { termText } from '../form/term-of.ts'
import { RecordLink } from '../links/record-link.tsx'
import { toCompanyRecord } from '../paths.ts'
import { ActiveMark } from '../ui/status-mark.tsx'
import { SpidList } from './company-spids.tsx'
import type { Company } from './company-values.ts'

const title = 'Dados'

/** The facts of a company, in display order. */
const factsOf = ({
  id,
  name,
  document,
  email,
  assignment_days_max,
  active,
  created_at,
  updated_at,
}: Company): Facts => ({
  Nome: name,
  CNPJ: maskCnpj(document),
  Email: email,
  'Prazo máximo dos perfis': termText(assignment_days_max),
  Status: <ActiveMark active={active} />,
  Licenças: <SeatSum companyId={id} />,
  'Data de criação': formatInstant(created_at),
  'Data de atualização': formatInstant(updated_at),
})

const labels = [
  'Nome',
  'CNPJ',
  'Email',
  'Prazo máximo dos perfis',
  'Status',
  'Licenças',
  'Data de criação',
  'Data de atualização',
]

/** Total seats of all modules, as a link to their tab. */
function SeatSum({ companyId }: { companyId: number }) {
  const params = { companyId: String(companyId) }
  const { data, isError } = useQuery(queryOf('seatsOfCompany', { params }))
  if (isError) return '—'
  if (!data) return <Skeleton component="span" display="inline-block" width="8rem" height={14} />
  const sum = (of: 'used' | 'limit' | 'over') =>
    data.modules.reduce((total, seats) => total + seats[of], 0)
  const over = sum('over')
  return (
    <RecordLink {...toCompanyRecord(companyId, 'seats')} inline>
      {`${sum('used')} de ${sum('limit')} em uso${over > 0 ? ` · ${over} sem licença` : ''}`}
    </RecordLink>
  )
}

/** Card with the facts of a company. */
export function CompanyFacts({ company }: { company: Company }) {
  return (
    <RecordCard id="dados" title={title}>
      <RecordFacts facts={factsOf(company)} />
    </RecordCard>
  )
}

interface CompanySpidCardProps {
  company: Company
  /** SPIDs that were just added. */
  added: readonly string[]
  /** Note about the added SPIDs. */
  note: ReactNode
}

/** Card with the SPIDs of a company. */
export function CompanySpidCard({ company, added, note }: CompanySpidCardProps) {
  return (
    <RecordCard id="spids" title="SPIDs">
      {note}
      <SpidList spids={company.spids} added={added} />
    </RecordCard>
  )
}

/** Shape of `CompanyFacts`, while the company loads. */
export const CompanyFactsSkeleton = () => <FactsSkeleton title={title} labels={labels} />
