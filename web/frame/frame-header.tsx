import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './frame-header.module.css'
import { LogoMark } from './logo-mark.tsx'

interface FrameHeaderProps {
  /** Where logo and title lead: what a function of `paths.ts` gives. */
  home: Pick<LinkProps, 'to' | 'state'>
  /** The burger of the side menu, where there is one. */
  burger?: ReactNode
  /** The way to the palette. */
  search?: ReactNode
  /** The top links. */
  links: ReactNode
  /** The user box of whoever is signed in. */
  user?: ReactNode
}

/**
 * Logo, title, search, top links and who is signed in, in one row (portal.md §2). On telephones the top links of whoever
 * is signed in are in the menu of the user box.
 */
export function FrameHeader({ home, burger, search, links, user }: FrameHeaderProps) {
  return (
    <header className={classes['header']}>
      {burger}
      <Link {...home} className={classes['brand']}>
        <LogoMark />
        <span>Gestão de Acesso</span>
      </Link>
      {search}
      <nav className={classes['links']} aria-label="Conta">
        {links}
      </nav>
      {user}
    </header>
  )
}
