import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { queryOf } from '../api/query-of.ts'
import { RecordLink } from '../links/record-link.tsx'
import { Termo } from '../links/termo.tsx'
import { toLoosePlanEdit, toPlanRecord } from '../paths.ts'
import { ListUnreadable } from '../ui/list-note.tsx'
import { panel } from '../ui/panel.ts'
import classes from './company-seats.module.css'
import { MoreSeatsLink } from './more-seats-link.tsx'
import { SeatBar } from './seat-bar.tsx'
import { SeatHolders } from './seat-holders.tsx'

type ModuleSeats = SuccessOf<Api['seatsOfCompany']>['modules'][number]

interface CompanySeatsProps {
  companyId: number
  /** Module whose row is marked and scrolled into view. */
  marked?: number | undefined
  /** 'broad' makes the section as wide as the head of a record. */
  width?: 'narrow' | 'broad'
}

/** Number of modules for which space is kept while the seats load. */
const expectedModules = 5

/** Seats of a company by module, with the plans and the loose plan that provide them. */
export function CompanySeats({ companyId, marked, width = 'narrow' }: CompanySeatsProps) {
  const query = useQuery(queryOf('seatsOfCompany', { params: { companyId: String(companyId) } }))
  const modules = query.data?.modules
  const company = query.data?.company
  return (
    <section
      className={`${panel} ${classes['card']}`}
      data-width={width}
      aria-labelledby="licencas"
      aria-busy={query.isPending}
    >
      <h2 id="licencas">Planos e licenças</h2>
      <p className={classes['lead']}>
        Quantas <Termo of="seat">licenças</Termo> de cada módulo a empresa usa, de quantas os{' '}
        <Termo of="plan">planos</Termo> dão.
      </p>
      {query.isPending &&
        Array.from({ length: expectedModules }, (_, row) => (
          <Skeleton key={row} height={92} mt={12} />
        ))}
      {query.isError && <ListUnreadable onRetry={() => void query.refetch()} />}
      {modules?.length === 0 && <p>Nenhum plano dá módulos a esta empresa.</p>}
      {company && modules && modules.length > 0 && (
        <ul>
          {modules.map((seats) => (
            <ModuleRow
              key={seats.module.id}
              company={company}
              seats={seats}
              marked={seats.module.id === marked}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ModuleRowProps {
  company: { id: number; name: string }
  seats: ModuleSeats
  marked: boolean
}

function ModuleRow({ company, seats, marked }: ModuleRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (marked) row.current?.scrollIntoView({ block: 'center' })
  }, [marked])
  const { module, plans, loose_plan: loose } = seats
  return (
    <li ref={row} aria-current={marked || undefined}>
      <div className={classes['module']}>
        <h3>{module.name}</h3>
        <p>{module.Service.name}</p>
      </div>
      <SeatBar seats={seats} />
      <ul className={classes['plans']} aria-label={`De onde vêm as licenças de ${module.name}`}>
        {plans.map(({ id, name, seats: given }) => (
          <li key={id}>
            <RecordLink {...toPlanRecord(id)}>{name}</RecordLink>
            {` · ${given}`}
          </li>
        ))}
        {loose && (
          <li>
            <RecordLink {...toLoosePlanEdit(loose.id, module.id)}>Plano avulso</RecordLink>
            {loose.active ? ` · ${loose.seats}` : ' · inativo'}
          </li>
        )}
        {plans.length === 0 && !loose?.active && <li>Nenhum plano ativo</li>}
      </ul>
      <div className={classes['acts']}>
        <MoreSeatsLink place={{ company, module, loose_plan: loose }} />
      </div>
      {seats.used > 0 && (
        <SeatHolders companyId={company.id} module={module} initiallyOpen={marked} />
      )}
    </li>
  )
}
