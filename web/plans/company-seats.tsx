import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '@mantine/core'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { queryOf } from '../api/query-of.ts'
import { RecordLink } from '../links/record-link.tsx'
import { toLoosePlanEdit, toPlanForm } from '../paths.ts'
import { ListUnreadable } from '../ui/list-note.tsx'
import { panel } from '../ui/panel.ts'
import classes from './company-seats.module.css'
import { SeatBar } from './seat-bar.tsx'
import { SeatHolders } from './seat-holders.tsx'

type ModuleSeats = SuccessOf<Api['seatsOfCompany']>['modules'][number]

/** Seats of a company by module, with the plans and the loose plan that provide them. */
export function CompanySeats({ companyId }: { companyId: number }) {
  const query = useQuery(queryOf('seatsOfCompany', { params: { companyId: String(companyId) } }))
  const modules = query.data?.modules
  return (
    <section
      className={`${panel} ${classes['card']}`}
      aria-labelledby="licencas"
      aria-busy={query.isPending}
    >
      <h2 id="licencas">Planos e licenças</h2>
      <p className={classes['lead']}>
        Quantas pessoas da empresa usam cada módulo, de quantas os planos permitem.
      </p>
      {query.isPending && <Skeleton height={40} />}
      {query.isError && <ListUnreadable onRetry={() => void query.refetch()} />}
      {modules?.length === 0 && <p>Nenhum plano dá módulos a esta empresa.</p>}
      {modules && modules.length > 0 && (
        <ul>
          {modules.map((seats) => (
            <li key={seats.module.id}>
              <ModuleRow companyId={companyId} seats={seats} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ModuleRow({ companyId, seats }: { companyId: number; seats: ModuleSeats }) {
  const { module, plans, loose_plan: loose } = seats
  return (
    <>
      <div className={classes['module']}>
        <h3>{module.name}</h3>
        <p>{module.Service.name}</p>
      </div>
      <SeatBar seats={seats} />
      <ul className={classes['plans']} aria-label={`De onde vêm as licenças de ${module.name}`}>
        {plans.map(({ id, name, seats: given }) => (
          <li key={id}>
            <RecordLink {...toPlanForm(id)}>{name}</RecordLink>
            {` · ${given}`}
          </li>
        ))}
        {loose && (
          <li>
            <RecordLink {...toLoosePlanEdit(loose.id, module.id)}>Plano avulso</RecordLink>
            {` · ${loose.seats}`}
          </li>
        )}
        {plans.length === 0 && !loose && <li>Nenhum plano ativo</li>}
      </ul>
      {seats.used > 0 && <SeatHolders companyId={companyId} module={module} />}
    </>
  )
}
