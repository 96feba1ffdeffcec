import { Outlet, useMatches } from '@tanstack/react-router'
import { useRef, type ReactNode } from 'react'
import { copyrightStart } from '../../contract/constants.ts'
import { ConfirmActionModal } from '../ui/confirm-action-modal.tsx'
import { ConfirmIdentityHost } from '../confirm-identity/confirm-identity-host.tsx'
import { ActingFor } from './acting-for.tsx'
import { FrameBreadcrumb } from './frame-breadcrumb.tsx'
import { FrameHeader } from './frame-header.tsx'
import { FrameMenu } from './frame-menu.tsx'
import classes from './frame.module.css'
import './print.css'
import { useMenuItems } from './menu-items.ts'
import { useSession } from '../session-state/session.ts'
import { useArrival } from './use-arrival.ts'
import { useMenuFold } from './use-menu-fold.ts'
import { useBreadcrumb } from './use-breadcrumb.ts'
import { useSessionWatch } from '../session-state/use-session-watch.ts'

/** Screens that come before a company is chosen: they have neither menu nor breadcrumb. */
const withoutMenu = new Set(['/auth', '/logout', '/access-page'])
const mainId = 'conteudo'
const year = new Date().getFullYear()

/**
 * What surrounds every screen: header, side menu, breadcrumb and footer (portal.md §2). `search` is the way to the
 * palette, for whoever is signed in.
 */
export function Frame({ search }: { search: ReactNode }) {
  const { path, title } = useMatches({
    select: (matches) => {
      const screen = matches.at(-1)
      return { path: screen?.pathname ?? '', title: screen?.staticData.title ?? '' }
    },
    structuralSharing: true,
  })
  const session = useSession()
  const burger = useRef<HTMLButtonElement>(null)
  const menu = useMenuFold(burger)
  const steps = useBreadcrumb(path)
  const subject = steps.findLast(({ name }) => name !== undefined)?.name
  const plain = withoutMenu.has(path) || !session.signedIn
  const granted = useMenuItems()
  const items = plain ? [] : granted
  useSessionWatch(session.signedIn)
  useArrival(mainId, [subject, title], menu.close)

  return (
    <div className={classes['frame']}>
      <nav aria-label="Atalho">
        <a className={classes['skip']} href={`#${mainId}`}>
          Ir para o conteúdo
        </a>
      </nav>
      <FrameHeader
        session={session}
        withCompany={path !== '/access-page'}
        menu={items.length > 0 ? menu : null}
        burger={burger}
        search={session.signedIn && path !== '/logout' ? search : null}
      />
      {!plain && <ActingFor delegation={session.userData?.delegation ?? null} />}
      <div className={classes['body']}>
        {items.length > 0 && <FrameMenu items={items} open={menu.open} />}
        <main id={mainId} tabIndex={-1} className={classes['main']}>
          {!plain && <FrameBreadcrumb path={path} steps={steps} />}
          <Outlet />
        </main>
      </div>
      <footer className={classes['footer']}>
        © {copyrightStart} - {year}
      </footer>
      <ConfirmActionModal signedIn={session.signedIn} />
      <ConfirmIdentityHost signedIn={session.signedIn} />
    </div>
  )
}
