import type { ReactNode } from 'react'
import { copyrightStart } from '../../contract/constants.ts'
import classes from './frame-shell.module.css'
import './print.css'

/** Id of the element that contains the screen. */
export const mainId = 'conteudo'
const year = new Date().getFullYear()

interface FrameShellProps {
  header: ReactNode
  /** Notice for all screens, across the whole width below the header. */
  notice?: ReactNode
  /** Side menu, if there is one. */
  menu?: ReactNode
  children: ReactNode
}

/** Layout of every screen, signed in or not: skip link, header, menu, content and footer. */
export function FrameShell({ header, notice, menu, children }: FrameShellProps) {
  return (
    <div className={classes['frame']}>
      <nav aria-label="Atalho">
        <a className={classes['skip']} href={`#${mainId}`}>
          Ir para o conteúdo
        </a>
      </nav>
      {header}
      {notice}
      <div className={classes['body']}>
        {menu}
        <main id={mainId} tabIndex={-1} className={classes['main']}>
          {children}
        </main>
      </div>
      <footer className={classes['footer']}>
        © {copyrightStart} - {year}
      </footer>
    </div>
  )
}
