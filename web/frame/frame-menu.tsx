import { Link, useMatches } from '@tanstack/react-router'
import { toScreen } from '../paths.ts'
import classes from './frame-menu.module.css'
import type { MenuItem } from './menu-items.ts'

/** Side menu; on narrow screens it opens below the header (portal.md §2). */
export function FrameMenu({ items, open }: { items: MenuItem[]; open: boolean }) {
  const section = useMatches({ select: (matches) => matches.at(-1)?.staticData.section })
  return (
    <nav id="menu-lateral" className={classes['menu']} aria-label="Menu principal" data-open={open}>
      <ul>
        {items.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            {/* The router sets aria-current on the item of the current screen. For a form, the item of its section
                is marked here. */}
            <Link
              {...toScreen(path)}
              className={classes['item']}
              {...(path === section && { 'aria-current': true })}
            >
              <Icon size={18} stroke={1.7} aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
