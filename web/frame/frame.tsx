import { useDisclosure } from '@mantine/hooks'
import { Outlet, useMatches } from '@tanstack/react-router'
import { copyrightStart } from '../../contract/constants.ts'
import { ConfirmActionModal } from '../ui/confirm-action-modal.tsx'
import { ConfirmIdentityHost } from '../confirm-identity/confirm-identity-host.tsx'
import { FrameBreadcrumb } from './frame-breadcrumb.tsx'
import { FrameHeader } from './frame-header.tsx'
import { FrameMenu } from './frame-menu.tsx'
import classes from './frame.module.css'
import { useMenuItems } from './menu-items.ts'
import { useSession } from '../session-state/session.ts'
import { useArrival } from './use-arrival.ts'
import { useSessionWatch } from '../session-state/use-session-watch.ts'

/** Screens that come before a company is chosen: they have neither menu nor breadcrumb. */
const withoutMenu = new Set(['/auth', '/logout', '/access-page'])
const mainId = 'conteudo'
const year = new Date().getFullYear()

/** What surrounds every screen: header, side menu, breadcrumb and footer (portal.md §2). */
export function Frame() {
  const { path, title } = useMatches({
    select: (matches) => {
      const screen = matches.at(-1)
      return { path: screen?.pathname ?? '', title: screen?.staticData.title ?? '' }
    },
    structuralSharing: true,
  })
  const session = useSession()
  const [menuOpen, { toggle, close }] = useDisclosure(false)
  const plain = withoutMenu.has(path) || !session.signedIn
  const granted = useMenuItems(session.userData)
  const items = plain ? [] : granted
  useSessionWatch(session.signedIn)
  useArrival(mainId, title, close)

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
        menu={items.length > 0 ? { open: menuOpen, toggle } : null}
      />
      <div className={classes['body']}>
        {items.length > 0 && <FrameMenu items={items} open={menuOpen} />}
        <main id={mainId} tabIndex={-1} className={classes['main']}>
          {!plain && <FrameBreadcrumb path={path} title={title} />}
          <Outlet />
        </main>
      </div>
      <footer className={classes['footer']}>
        © {copyrightStart} - {year}
      </footer>
      <ConfirmActionModal />
      <ConfirmIdentityHost signedIn={session.signedIn} />
    </div>
  )
}
