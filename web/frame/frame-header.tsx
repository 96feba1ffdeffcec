import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './frame-header.module.css'
import { readBrand } from '../ui/brand.ts'
import { LogoMark } from './logo-mark.tsx'
import { OfflineNotice } from './offline-notice.tsx'

interface FrameHeaderProps {
  /** Target of logo and title: a result of `paths.ts`. */
  home: Pick<LinkProps, 'to' | 'state'>
  /** Button that opens the side menu, if there is one. */
  burger?: ReactNode
  /** Button that opens the palette. */
  search?: ReactNode
  /** Link to the help page of the current screen. */
  help: ReactNode
  /** The top links. */
  links: ReactNode
  /** User menu, if signed in. */
  user?: ReactNode
}

/**
 * Logo, title with the name of the association, search, top links and user menu in one row (portal.md §2). On phones the
 * top links of a signed-in user are in the user menu.
 */
export function FrameHeader({ home, burger, search, help, links, user }: FrameHeaderProps) {
  const brand = readBrand()
  return (
    <header className={classes['header']} data-console={burger ? true : undefined}>
      {burger}
      <Link {...home} className={classes['brand']}>
        {brand.logo ? <img className={classes['logo']} src={brand.logo} alt="" /> : <LogoMark />}
        <span>
          Gestão de Acesso
          {brand.name && <small>{brand.name}</small>}
        </span>
      </Link>
      {search}
      {help}
      <nav className={classes['links']} aria-label="Conta">
        {links}
      </nav>
      {user}
      <OfflineNotice />
    </header>
  )
}
