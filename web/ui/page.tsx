import type { ReactNode, RefObject } from 'react'
import classes from './page.module.css'

interface PageHeaderProps {
  title: string
  /** Set by a page that moves the focus to its title when the focused element disappears. */
  titleRef?: RefObject<HTMLHeadingElement | null>
  /** Subject of the page, shown under the title, such as the name of the service; null while it loads. */
  subject?: ReactNode
  /** One sentence that explains the page. */
  lead?: string
  /** Links and buttons beside the title. */
  actions?: ReactNode
}

interface PageProps extends PageHeaderProps {
  /** 'wide' for a list, 'narrow' for a form. */
  width: 'wide' | 'narrow'
  children: ReactNode
}

/** A console page inside the frame. */
export function Page({ width, children, ...header }: PageProps) {
  return (
    <section className={classes[width]} aria-labelledby="titulo">
      <PageHeader {...header} />
      {children}
    </section>
  )
}

/** Header of a page. The title labels the page by its id. */
export function PageHeader({ title, titleRef, subject, lead, actions }: PageHeaderProps) {
  return (
    <header className={classes['header']}>
      <div>
        <h1 id="titulo" ref={titleRef} {...(titleRef && { tabIndex: -1 })}>
          {title}
        </h1>
        {subject !== undefined && (
          <p
            className={classes['subject']}
            title={typeof subject === 'string' ? subject : undefined}
          >
            {subject}
          </p>
        )}
        {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </header>
  )
}
