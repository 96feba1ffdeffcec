import { Outlet, useMatches } from '@tanstack/react-router'
import { useRef, type ReactNode } from 'react'
import { ConfirmActionModal } from '../ui/confirm-action-modal.tsx'
import { UndoToast } from '../ui/undo-toast.tsx'
import { ConfirmIdentityHost } from '../confirm-identity/confirm-identity-host.tsx'
import { ActingFor } from './acting-for.tsx'
import { FrameBreadcrumb } from './frame-breadcrumb.tsx'
import { FrameHeader } from './frame-header.tsx'
import { FrameMenu } from './frame-menu.tsx'
import { FrameShell, mainId } from './frame-shell.tsx'
import { HelpLink } from './help-link.tsx'
import { MenuBurger } from './menu-burger.tsx'
import { OtherCompanyNotice } from './other-company-notice.tsx'
import { SignedInLinks, SignInLink } from './top-links.tsx'
import { UserMenu } from './user-menu.tsx'
import { useMenuItems } from './menu-items.ts'
import { useMonitoringScreens } from './other-screens.ts'
import { toHome, toSignIn } from '../paths.ts'
import { useSession } from '../session-state/session.ts'
import { useArrival } from './use-arrival.ts'
import { useMenuFold } from './use-menu-fold.ts'
import { useBreadcrumb } from './use-breadcrumb.ts'
import { useSessionWatch } from '../session-state/use-session-watch.ts'

/** Returns the search parameters that name a record, such as `id=5`. The filters of lists have other names. */
const recordParameters = (search: object): string =>
  Object.entries(search)
    .filter(([name]) => /^(id|[a-z]+Id)$/.test(name))
    .map((entry) => entry.join('='))
    .join('&')

/** Screens before a company is selected: they have neither menu nor breadcrumb. */
const withoutMenu = new Set(['/auth', '/logout', '/access-page'])

/**
 * Frame of every screen: header, side menu, breadcrumb and footer (portal.md §2). `search` opens the palette, for
 * signed-in users.
 */
export function Frame({ search }: { search: ReactNode }) {
  const { path, title, help, place } = useMatches({
    select: (matches) => {
      const screen = matches.at(-1)
      const { title: of = '', help: page = '/ajuda' } = screen?.staticData ?? {}
      const pathname = screen?.pathname ?? ''
      return {
        path: pathname,
        title: of,
        help: page,
        place: `${pathname}?${recordParameters(screen?.search ?? {})}`,
      }
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
  const monitoring = useMonitoringScreens()
  const hasMenu = !plain && granted.length + monitoring.length > 0
  useSessionWatch(session.signedIn)
  useArrival(mainId, [subject, title], menu.close)

  return (
    <>
      <FrameShell
        header={
          <FrameHeader
            home={session.signedIn ? toHome() : toSignIn()}
            burger={hasMenu && <MenuBurger ref={burger} open={menu.open} onToggle={menu.toggle} />}
            search={session.signedIn && path !== '/logout' ? search : null}
            help={<HelpLink page={help} onHelp={path.startsWith('/ajuda')} />}
            links={session.signedIn ? <SignedInLinks /> : <SignInLink />}
            user={
              session.userData && (
                <UserMenu
                  name={session.userData.user.name}
                  // On the access page the company is not selected yet.
                  company={path === '/access-page' ? null : session.company}
                />
              )
            }
          />
        }
        notice={!plain && <ActingFor delegation={session.userData?.delegation ?? null} />}
        menu={hasMenu && <FrameMenu items={granted} monitoring={monitoring} open={menu.open} />}
      >
        {!plain && <FrameBreadcrumb path={path} steps={steps} />}
        <Outlet />
      </FrameShell>
      <ConfirmActionModal signedIn={session.signedIn} />
      <ConfirmIdentityHost signedIn={session.signedIn} />
      <UndoToast signedIn={session.signedIn} place={place} />
      {!plain && <OtherCompanyNotice />}
    </>
  )
}
