import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { pagesOf, queryOf } from '../api/query-of.ts'
import { RecordLink } from '../links/record-link.tsx'
import { Termo } from '../links/termo.tsx'
import { toCompanyRecord } from '../paths.ts'
import { SeatBar } from './seat-bar.tsx'
import { ListUnreadable } from '../ui/list-note.tsx'
import { panel } from '../ui/panel.ts'
import classes from './plan-seats.module.css'

interface PlanSeatsProps {
  planId: number
  /** Shows only the seats of this module. */
  moduleId?: number
  /** Uses the width of a list. */
  wide?: boolean
  /** The section is the tab of a record. */
  record?: boolean
  /** Link to the form of the companies. */
  action?: ReactNode
}

/** Number of companies per page. */
export const companiesPerPage = 10

/** Section with the seats of the plan's modules, by company. */
export function PlanSeats(props: PlanSeatsProps) {
  const { planId, moduleId, wide = false, record = false, action } = props
  const titleId = useId()
  const { data, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(
      pagesOf((page) =>
        queryOf('seatsOfPlanList', {
          params: { id: String(planId) },
          query: { page, take: companiesPerPage },
        }),
      ),
    )
  const companies = data?.pages.flatMap(({ rows }) => rows)
  return (
    <section
      className={`${panel} ${classes['section']}`}
      data-wide={wide || undefined}
      data-record={record || undefined}
      aria-labelledby={titleId}
      aria-busy={!data && !isError}
    >
      <header className={classes['head']}>
        <h2 id={titleId}>Licenças por empresa</h2>
        {action}
      </header>
      <p className={classes['lead']}>
        Quantas pessoas de cada empresa usam os módulos deste plano. As licenças são a soma de tudo
        o que a empresa tem: outros planos e <Termo of="loosePlan">planos avulsos</Termo> também
        contam.
      </p>
      {!companies && !isError && <Skeleton height={record ? 320 : 40} />}
      {isError && <ListUnreadable onRetry={() => void refetch()} />}
      {companies?.length === 0 && (
        <p className={classes['none']}>Nenhuma empresa tem este plano ainda.</p>
      )}
      {companies && companies.length > 0 && (
        <ul className={classes['companies']}>
          {companies.map((row) => (
            <li key={row.id}>
              <h3>
                <RecordLink {...toCompanyRecord(row.company.id)}>{row.company.name}</RecordLink>
              </h3>
              <ModuleSeats
                modules={row.modules.filter(
                  ({ module }) => moduleId === undefined || module.id === moduleId,
                )}
              />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          className={classes['more'] ?? ''}
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Mostrar mais empresas
        </Button>
      )}
    </section>
  )
}

type Modules = SuccessOf<Api['seatsOfPlanList']>['rows'][number]['modules']

function ModuleSeats({ modules }: { modules: Modules }) {
  if (modules.length === 0)
    return <p className={classes['none']}>O plano não dá licenças de nenhum módulo no momento.</p>
  return (
    <ul className={classes['modules']}>
      {modules.map(({ module, ...seats }) => (
        <li key={module.id}>
          <p className={classes['module']}>
            {module.name}
            <span>{module.Service.name}</span>
          </p>
          <SeatBar seats={seats} />
        </li>
      ))}
    </ul>
  )
}
