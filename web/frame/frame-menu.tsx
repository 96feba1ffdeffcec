import { Link, useMatches } from '@tanstack/react-router'
import { useId } from 'react'
import { toScreen } from '../paths.ts'
import classes from './frame-menu.module.css'
import type { MenuItem } from './menu-items.ts'
import type { OtherScreen } from './other-screens.ts'

interface FrameMenuProps {
  items: MenuItem[]
  monitoring: OtherScreen[]
  open: boolean
}

/** Side menu; on narrow screens it opens below the header (portal.md §2; decision 67). */
export function FrameMenu({ items, monitoring, open }: FrameMenuProps) {
  const headingId = useId()
  return (
    <nav id="menu-lateral" className={classes['menu']} aria-label="Menu principal" data-open={open}>
      <div className={classes['groups']}>
        {items.length > 0 && (
          <MenuGroup
            screens={items.map(({ path, label, icon }) => ({ label, icon, place: { to: path } }))}
          />
        )}
        {monitoring.length > 0 && (
          <>
            <p id={headingId}>Acompanhamento</p>
            <MenuGroup screens={monitoring} headingId={headingId} />
          </>
        )}
      </div>
    </nav>
  )
}

/**
 * List of links. The router sets aria-current on the link of the current screen. For a form, the link of its section is
 * marked here.
 */
function MenuGroup({ screens, headingId }: { screens: OtherScreen[]; headingId?: string }) {
  const section = useMatches({ select: (matches) => matches.at(-1)?.staticData.section })
  return (
    <ul aria-labelledby={headingId}>
      {screens.map(({ label, icon: Icon, place: { to, search } }) => (
        <li key={to}>
          <Link
            {...toScreen(to, search)}
            activeOptions={{ includeSearch: false }}
            className={classes['item']}
            {...(to === section && { 'aria-current': true })}
          >
            <Icon size={18} stroke={1.7} aria-hidden="true" />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
