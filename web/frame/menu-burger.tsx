import { Burger } from '@mantine/core'
import type { RefObject } from 'react'
import classes from './menu-burger.module.css'

interface MenuBurgerProps {
  ref: RefObject<HTMLButtonElement | null>
  open: boolean
  onToggle: () => void
}

/** Opens the side menu on narrow screens. */
export function MenuBurger({ ref, open, onToggle }: MenuBurgerProps) {
  return (
    <Burger
      ref={ref}
      className={classes['burger'] ?? ''}
      size="sm"
      opened={open}
      onClick={onToggle}
      aria-label={open ? 'Fechar menu' : 'Abrir menu'}
      aria-expanded={open}
      aria-controls="menu-lateral"
    />
  )
}
