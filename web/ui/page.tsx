import type { ReactNode, RefObject } from 'react'
import classes from './page.module.css'

interface PageHeaderProps {
  title: string
  /** For a page that gives the focus to its title, where what had the focus is gone. */
  titleRef?: RefObject<HTMLHeadingElement | null>
  /** What the page is about, under the title, such as the name of the service. */
  subject?: ReactNode
  /** A sentence on what the page is for. */
  lead?: string
  /** Links and buttons beside the title. */
  actions?: ReactNode
}

interface PageProps extends PageHeaderProps {
  /** As wide as a list or as narrow as a form. */
  width: 'wide' | 'narrow'
  children: ReactNode
}

/** A page of the console inside the frame: its title, and below it whatever it shows. */
export function Page({ width, children, ...header }: PageProps) {
  return (
    <section className={classes[width]} aria-labelledby="titulo">
      <PageHeader {...header} />
      {children}
    </section>
  )
}

/** The title of a page, which names the page by its id, with what stands beside and below it. */
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
