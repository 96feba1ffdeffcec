import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import { RecordLink } from '../links/record-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toUserSeats } from '../paths.ts'
import { useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { boundedCount } from '../ui/bounded-count.ts'
import { ListUnreadable } from '../ui/list-note.tsx'
import { panel } from '../ui/panel.ts'
import classes from './company-seats.module.css'
import { MoreSeatsLink } from './more-seats-link.tsx'
import { SeatBar } from './seat-bar.tsx'

/** Modules that are nearly full or over their limit, as counted on HOME, of all companies that the user sees. */
export function NearlyFullSeats() {
  const query = useQuery(queryOf('seatsNearlyFull'))
  const everyCompany = useSeesEveryCompany('/user-list')
  const found = query.data
  return (
    <section
      className={`${panel} ${classes['card']}`}
      aria-labelledby="quase-no-fim"
      aria-busy={query.isPending}
    >
      <h2 id="quase-no-fim">Licenças quase no fim ou esgotadas</h2>
      <output className={classes['lead']}>
        {found &&
          (found.count === 0
            ? 'Nenhum módulo está com as licenças quase no fim.'
            : boundedCount(found, 'módulo', 'módulos'))}
      </output>
      {query.isPending && <Skeleton height={40} />}
      {query.isError && <ListUnreadable onRetry={() => void query.refetch()} />}
      {found && found.places.length > 0 && (
        <ul>
          {found.places.map((place) => (
            <li key={`${place.company.id}/${place.module.id}`}>
              <div className={classes['module']}>
                <h3>
                  <RecordLink {...toUserSeats(place.company.id, place.module.id)}>
                    {place.module.name}
                  </RecordLink>
                </h3>
                {everyCompany && <p>{place.company.name}</p>}
              </div>
              <SeatBar seats={place} />
              <div className={classes['acts']}>
                <MoreSeatsLink place={place} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className={classes['all']}>
        <RelatedLink {...toUserSeats()}>Ver todas as licenças</RelatedLink>
      </p>
    </section>
  )
}
