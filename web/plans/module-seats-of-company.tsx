import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { queryOf } from '../api/query-of.ts'
import { SeatBar } from './seat-bar.tsx'
import { ListUnreadable } from '../ui/list-note.tsx'
import { panel } from '../ui/panel.ts'
import classes from './plan-seats.module.css'

interface ModuleSeatsOfCompanyProps {
  companyId: number
  module: { id: number; name: string }
}

/** Section with the total and used seats of a module in a company, over all its plans. */
export function ModuleSeatsOfCompany({ companyId, module }: ModuleSeatsOfCompanyProps) {
  const titleId = useId()
  const params = { companyId: String(companyId) }
  const { data, isError, refetch } = useQuery(queryOf('seatsOfCompany', { params }))
  const found = data?.modules.find((each) => each.module.id === module.id)
  if (!found && !isError) return null
  return (
    <section className={`${panel} ${classes['section']}`} aria-labelledby={titleId}>
      <h2 id={titleId}>Licenças de {module.name}</h2>
      {found ? (
        <>
          <p className={classes['lead']}>{besideOf(found.plans)}</p>
          <SeatBar seats={found} />
        </>
      ) : (
        <ListUnreadable onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function besideOf(plans: readonly { name: string; seats: number }[]): string {
  if (plans.length === 0) return 'Nenhum outro plano da empresa dá licenças deste módulo.'
  return `Além deste plano avulso: ${plans.map(({ name, seats }) => `${name} (${seats})`).join(', ')}.`
}
