import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { readBrand } from '../ui/brand.ts'
import { HelpNav } from './help-nav.tsx'
import classes from './help-page.module.css'

interface HelpLayoutProps {
  title: string
  children: ReactNode
}

/** Layout of the help: the page, and beside it the list of all pages. */
export function HelpLayout({ title, children }: HelpLayoutProps) {
  return (
    <div className={classes['layout']}>
      <article className={classes['page']} aria-labelledby="titulo">
        <h1 id="titulo">{title}</h1>
        {children}
        <Contact />
      </article>
      <HelpNav />
    </div>
  )
}

/** Returns the component of a help page; called by the modules that `scripts/compile-help.ts` makes of Markdown. */
export function helpPage(title: string, content: ReactNode): ComponentType {
  return function HelpPage() {
    return (
      <HelpLayout title={title}>
        <div className={classes['text']}>{content}</div>
      </HelpLayout>
    )
  }
}

/** Link in a help page, to another page or to a screen. */
export function TextLink({
  to,
  children,
}: {
  to: NonNullable<LinkProps['to']>
  children: ReactNode
}) {
  return <Link to={to}>{children}</Link>
}

/** Where to ask further, if the installation names a contact (decision 74). */
function Contact() {
  const { help } = readBrand()
  if (!help) return null
  return (
    <p className={classes['contact']}>
      Ainda com dúvida? <a href={help.url}>{help.text}</a>
    </p>
  )
}
