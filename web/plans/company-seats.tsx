import { useId } from 'react'
import { useApi } from '../api/use-api.ts'
import { SeatBar } from '../seats/seat-bar.tsx'
import classes from './plan-seats.module.css'

interface CompanySeatsProps {
  companyId: number
  moduleId: number
}

/** The section on how many seats of a module a company has by all its plans, and how many are taken. */
export function CompanySeats({ companyId, moduleId }: CompanySeatsProps) {
  const titleId = useId()
  const { data } = useApi('seatsOfCompany', { params: { companyId: String(companyId) } })
  const found = data?.modules.find(({ module }) => module.id === moduleId)
  if (!found) return null
  const { module, plans, ...seats } = found
  const beside = plans.map(({ name, seats: given }) => `${name} (${given})`).join(', ')
  return (
    <section className={classes['section']} aria-labelledby={titleId}>
      <h2 id={titleId}>Licenças de {module.name}</h2>
      <p className={classes['lead']}>
        {beside === ''
          ? 'Nenhum outro plano da empresa dá licenças deste módulo.'
          : `Além deste plano avulso: ${beside}.`}
      </p>
      <SeatBar seats={seats} />
    </section>
  )
}
