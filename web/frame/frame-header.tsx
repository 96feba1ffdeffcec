import { Burger } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { toAccessPage, toHome, toSignIn, toSignOut } from '../paths.ts'
import type { Session } from '../session-state/session.ts'
import classes from './frame-header.module.css'
import { LogoMark } from './logo-mark.tsx'
import { UserMenu } from './user-menu.tsx'

interface FrameHeaderProps {
  session: Session
  /**
   * Whether the name of the company is shown: everywhere but on the access page, where a person is still choosing it.
   */
  withCompany: boolean
  /** The side menu that the burger opens on narrow screens; null where there is none. */
  menu: { open: boolean; toggle: () => void } | null
  burger: RefObject<HTMLButtonElement | null>
  /** The way to the palette; null for nobody. */
  search: ReactNode
}

/**
 * Logo, title, search, top links and who is signed in, in one row (portal.md §2). On telephones the top links of whoever
 * is signed in are in the menu of the user box.
 */
export function FrameHeader({ session, withCompany, menu, burger, search }: FrameHeaderProps) {
  const home = session.signedIn ? toHome() : toSignIn()
  return (
    <header className={classes['header']}>
      {menu && (
        <Burger
          ref={burger}
          className={classes['burger'] ?? ''}
          size="sm"
          opened={menu.open}
          onClick={menu.toggle}
          aria-label={menu.open ? 'Fechar menu' : 'Abrir menu'}
          aria-expanded={menu.open}
          aria-controls="menu-lateral"
        />
      )}
      <Link {...home} className={classes['brand']}>
        <LogoMark />
        <span>Gestão de Acesso</span>
      </Link>
      {search}
      <nav className={classes['links']} aria-label="Conta">
        {session.signedIn ? (
          <>
            <Link {...toAccessPage()}>ACESSE AS EMPRESAS</Link>
            <Link {...toSignOut()}>SAIR</Link>
          </>
        ) : (
          <Link {...toSignIn()}>ACESSE SUA CONTA</Link>
        )}
      </nav>
      {session.userData && (
        <UserMenu
          name={session.userData.user.name}
          company={withCompany ? session.company : null}
        />
      )}
    </header>
  )
}
