import { UnstyledButton } from '@mantine/core'
import { Doorway } from '../ui/doorway.tsx'
import { Picture } from '../ui/picture.tsx'
import classes from './recent-modules.module.css'
import type { Destination } from './choices.ts'

interface RecentModulesProps {
  recent: readonly Destination[]
  /** Returns the SPID used last; undefined if there is none to choose. */
  spidOf: (destination: Destination) => string | undefined
  openingId: number | null
  onOpen: (destination: Destination) => void
}

/** Destinations used last; each opens with its company and SPID in one click. */
export function RecentModules({ recent, spidOf, openingId, onOpen }: RecentModulesProps) {
  return (
    <section className={classes['recent']} aria-labelledby="recentes">
      <h2 id="recentes">Recentes</h2>
      <ul>
        {recent.map((destination) => {
          const { company, module } = destination
          const spid = spidOf(destination)
          return (
            <li key={`${company.id} ${module.id}`}>
              <UnstyledButton
                className={classes['place'] ?? ''}
                onClick={() => onOpen(destination)}
              >
                {openingId === module.id ? (
                  <span className={classes['door']}>
                    <Doorway state="open" size={34} opening />
                  </span>
                ) : (
                  <Picture name={module.name} source={module.logo} />
                )}
                <span className={classes['text']}>
                  <span className={classes['name']}>{module.name}</span>
                  <span className={classes['detail']}>
                    {company.name}
                    {spid !== undefined && ` · SPID ${spid}`}
                  </span>
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
