import { ActionIcon, Tooltip } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import type { ArrowStop } from '../ui/arrow-keys.ts'
import classes from './favourite-star.module.css'

interface FavouriteStarProps {
  /** Accessible name of what the star marks: the module, and on a tile also its company and SPID. */
  of: string
  pressed: boolean
  stop: Partial<ArrowStop>
  onChange: (pressed: boolean) => void
}

/** Toggle button that marks a module as a favourite. */
export function FavouriteStar({ of, pressed, stop, onChange }: FavouriteStarProps) {
  const Star = pressed ? IconStarFilled : IconStar
  return (
    <Tooltip label={pressed ? 'Retirar dos favoritos' : 'Marcar como favorito'} openDelay={300}>
      <ActionIcon
        {...stop}
        className={classes['star'] ?? ''}
        variant="subtle"
        color="gray"
        aria-label={`Favorito: ${of}`}
        aria-pressed={pressed}
        onClick={() => onChange(!pressed)}
      >
        <Star size={17} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
