import { UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import { arrowStop } from '../ui/arrow-keys.ts'
import { Doorway } from '../ui/doorway.tsx'
import { Picture } from '../ui/picture.tsx'
import { FavouriteStar } from './favourite-star.tsx'
import classes from './module-tiles.module.css'
import type { Tile } from './tiles.ts'
import { needsSpid } from './use-open-module.ts'

interface ModuleTilesProps {
  tiles: readonly Tile[]
  isOpening: (tile: Tile) => boolean
  onOpen: (tile: Tile) => void
  onFavourite: (tile: Tile, favourite: boolean) => void
}

/** Favourites and places opened last, in one row of fixed height; one press opens the module. */
export function ModuleTiles({ tiles, isOpening, onOpen, onFavourite }: ModuleTilesProps) {
  const titleId = useId()
  return (
    <section className={classes['tiles']} aria-labelledby={titleId}>
      <h2 id={titleId}>Recentes e favoritos</h2>
      {tiles.length === 0 ? (
        <p className={classes['none']}>
          Os módulos que você abrir, ou marcar com a estrela, aparecem aqui.
        </p>
      ) : (
        <ul data-arrow-list="row">
          {tiles.map((tile, index) => {
            const { company, module } = tile.destination
            const where = placeOf(tile)
            const full = `${module.name}, ${company.name}${where}`
            return (
              <li key={tile.key} className={classes['tile']}>
                <UnstyledButton
                  {...arrowStop(index === 0)}
                  className={classes['open'] ?? ''}
                  title={full}
                  onClick={() => onOpen(tile)}
                >
                  {isOpening(tile) ? (
                    <span className={classes['door']}>
                      <Doorway state="open" size={34} opening />
                    </span>
                  ) : (
                    <Picture name={module.name} source={module.logo} />
                  )}
                  <span className={classes['text']}>
                    <span className={classes['name']}>{module.name}</span>
                    <span className={classes['detail']}>
                      <span className={classes['company']}>{company.name}</span>
                      {where !== '' && <span className={classes['spid']}>{where}</span>}
                    </span>
                  </span>
                </UnstyledButton>
                <FavouriteStar
                  of={full}
                  pressed={tile.favourite}
                  stop={arrowStop(false)}
                  onChange={(favourite) => onFavourite(tile, favourite)}
                />
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

/** SPID of a tile as text. A favourite of a module with SPIDs may have none; opening it then asks for the SPID. */
function placeOf({ spid, destination }: Tile): string {
  if (spid !== undefined) return ` · SPID ${spid}`
  return needsSpid(destination) ? ' · pede o SPID' : ''
}
