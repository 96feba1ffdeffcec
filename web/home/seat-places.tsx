import { RecordLink } from '../links/record-link.tsx'
import { toUserSeats } from '../paths.ts'
import { MoreSeatsLink } from '../plans/more-seats-link.tsx'
import { SeatBar } from '../plans/seat-bar.tsx'
import { useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import type { HomeResponse } from './todo-items.ts'
import classes from './seat-places.module.css'

/** Modules with the highest share of seats in use. For users who see every company each row names its company. */
export function SeatPlaces({ places }: { places: NonNullable<HomeResponse['seats']>['places'] }) {
  const allCompanies = useSeesEveryCompany('/user-list')
  return (
    <section className={classes['card']} aria-labelledby="licencas-cheias">
      <h2 id="licencas-cheias">Licenças em uso</h2>
      <p className={classes['lead']}>
        {allCompanies
          ? 'Os módulos das empresas com a maior parte das licenças em uso.'
          : 'Os módulos da empresa com a maior parte das licenças em uso.'}
      </p>
      {places.length === 0 ? (
        <p className={classes['lead']}>Nenhuma licença em uso.</p>
      ) : (
        <ul>
          {places.map((place) => (
            <li key={`${place.company.id}/${place.module.id}`}>
              <h3>
                <RecordLink {...toUserSeats(place.company.id, place.module.id)}>
                  {allCompanies
                    ? `${place.module.name} em ${place.company.name}`
                    : place.module.name}
                </RecordLink>
              </h3>
              <SeatBar seats={place} />
              <MoreSeatsLink place={place} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
