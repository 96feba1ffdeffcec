import { Link } from '@tanstack/react-router'
import { helpPages, type HelpPage } from '../../contract/help-pages.ts'
import { toHelp } from '../paths.ts'
import classes from './help-page.module.css'

const pages = Object.entries(helpPages) as [HelpPage, string][]

/** Links to all help pages. */
export function HelpNav() {
  return (
    <nav className={classes['nav']} aria-label="Páginas de ajuda">
      <ul>
        <li>
          <Link {...toHelp()} activeOptions={{ exact: true }}>
            Ajuda
          </Link>
        </li>
        {pages.map(([path, title]) => (
          <li key={path}>
            <Link {...toHelp(path)}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
