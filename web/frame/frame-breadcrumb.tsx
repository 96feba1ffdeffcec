import { IconChevronRight, IconHome } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { toHome, toStatus } from '../paths.ts'
import classes from './frame-breadcrumb.module.css'

/**
 * The title of the current screen after a link to the landing page; on status pages the link is to the status page
 * (portal.md §2).
 */
export function FrameBreadcrumb({ path, title }: { path: string; title: string }) {
  const home = path.startsWith('/status') ? toStatus() : toHome()
  return (
    <nav className={classes['breadcrumb']} aria-label="Você está em">
      <ol>
        <li>
          <Link {...home} className={classes['home']} activeProps={{}}>
            <IconHome size={15} stroke={1.8} aria-hidden="true" />
            Início
          </Link>
        </li>
        {path !== '/home' && (
          <li>
            <IconChevronRight size={14} stroke={1.8} aria-hidden="true" />
            <span aria-current="page">{title}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
