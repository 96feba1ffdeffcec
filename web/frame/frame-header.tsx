import { Burger } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { toAccessPage, toHome, toSessions, toSignIn, toSignOut } from '../paths.ts'
import { initialsOf } from '../ui/initials.ts'
import classes from './frame-header.module.css'
import { LogoMark } from './logo-mark.tsx'
import type { Session } from '../session-state/session.ts'

interface FrameHeaderProps {
  session: Session
  /**
   * Whether the name of the company is shown: everywhere but on the access page, where a person is still choosing it.
   */
  withCompany: boolean
  /** The side menu that the burger opens on narrow screens; null where there is none. */
  menu: { open: boolean; toggle: () => void } | null
}

/** Logo, title, top links and who is signed in (portal.md §2). */
export function FrameHeader({ session, withCompany, menu }: FrameHeaderProps) {
  const home = session.signedIn ? toHome() : toSignIn()
  return (
    <header className={classes['header']}>
      {menu && (
        <Burger
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
        <UserBox name={session.userData.user.name} company={withCompany ? session.company : null} />
      )}
    </header>
  )
}

function UserBox({ name, company }: { name: string; company: string | null }) {
  return (
    <div className={classes['user']}>
      <span className={classes['initials']} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={classes['who']}>
        <span className={classes['name']}>{name}</span>
        {company !== null && <span className={classes['company']}>{company}</span>}
      </span>
      <Link {...toSessions()} className={classes['sessions']} title="Sessões ativas">
        <IconDevices size={18} stroke={1.7} aria-hidden="true" />
        <span>Sessões ativas</span>
      </Link>
    </div>
  )
}
