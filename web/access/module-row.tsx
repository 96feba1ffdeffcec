import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useId } from 'react'
import type { ModuleChoice } from '../../contract/access.ts'
import { arrowBeside } from '../ui/arrow-keys.ts'
import { Doorway } from '../ui/doorway.tsx'
import { formatDay } from '../ui/format-date.ts'
import { Picture } from '../ui/picture.tsx'
import type { StepRow } from './access-step.tsx'
import classes from './access-row.module.css'
import { obstacleOf } from './choices.ts'
import { FavouriteStar } from './favourite-star.tsx'

interface ModuleRowProps extends StepRow {
  module: ModuleChoice
  /** True if this is the only module. Its button is then highlighted. */
  single: boolean
  opening: boolean
  /** Called when the star is pressed. If undefined, the row has no star. */
  onFavourite: ((favourite: boolean) => void) | undefined
}

/** A module with the button that opens it; a click anywhere in the row activates the button. */
export function ModuleRow({ module, single, opening, stop, onPress, onFavourite }: ModuleRowProps) {
  const detailId = useId()
  const obstacle = obstacleOf(module)
  const detail = obstacle ?? lastUseOf(module)
  return (
    <div
      className={classes['row']}
      data-module
      data-single={single || undefined}
      data-disabled={obstacle !== null || undefined}
    >
      {opening ? (
        <span className={classes['door']}>
          <Doorway state="open" size={34} opening />
        </span>
      ) : (
        <Picture name={module.name} source={module.logo} />
      )}
      <span className={classes['text']}>
        <span className={classes['name']}>{module.name}</span>
        {detail !== null && (
          <span id={detailId} className={classes['detail']}>
            {detail}
          </span>
        )}
      </span>
      <Button
        {...stop}
        className={classes['open'] ?? ''}
        size="xs"
        variant={single ? 'filled' : 'subtle'}
        disabled={obstacle !== null}
        loading={opening}
        rightSection={<IconExternalLink size={14} stroke={1.9} aria-hidden="true" />}
        aria-label={`Acessar ${module.name}`}
        aria-describedby={detail === null ? undefined : detailId}
        onClick={onPress}
      >
        Acessar
      </Button>
      {onFavourite && (
        <FavouriteStar
          of={module.name}
          pressed={module.favourites.includes(null)}
          stop={arrowBeside(stop.tabIndex)}
          onChange={onFavourite}
        />
      )}
    </div>
  )
}

function lastUseOf({ last_used_at }: ModuleChoice): string | null {
  return last_used_at === null ? null : `Último acesso em ${formatDay(new Date(last_used_at))}.`
}
