import type { ReactNode } from 'react'
import { copyrightStart } from '../../contract/constants.ts'
import classes from './frame-shell.module.css'
import './print.css'

/** The id of the element that screens are shown in. */
export const mainId = 'conteudo'
const year = new Date().getFullYear()

interface FrameShellProps {
  header: ReactNode
  /** What holds for every screen meanwhile, across the whole width below the header. */
  notice?: ReactNode
  /** The side menu, where there is one. */
  menu?: ReactNode
  children: ReactNode
}

/** What is around every screen, whether or not somebody is signed in: the way past the header, and the footer. */
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
