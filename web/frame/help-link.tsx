import { IconHelp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { HelpPath } from '../../contract/help-pages.ts'
import { toHelp } from '../paths.ts'
import classes from './help-link.module.css'

/**
 * Link in the header to the help page of the current screen. It opens another tab, so that nothing typed on the screen
 * is lost; on a help page it leads to the index.
 */
export function HelpLink({ page, onHelp = false }: { page: HelpPath; onHelp?: boolean }) {
  return (
    <Link
      {...toHelp(page)}
      className={classes['link']}
      aria-label={onHelp ? 'Todas as páginas de ajuda' : 'Ajuda desta tela (abre em outra aba)'}
      title={onHelp ? 'Todas as páginas de ajuda' : 'Ajuda desta tela'}
      {...(!onHelp && { target: '_blank' })}
    >
      <IconHelp size={20} stroke={1.7} aria-hidden="true" />
    </Link>
  )
}
