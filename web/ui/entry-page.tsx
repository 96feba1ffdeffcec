import type { ReactNode } from 'react'
import { readBrand } from './brand.ts'
import classes from './entry-page.module.css'

interface EntryPageProps {
  title: string
  /** One sentence with instructions. */
  lead: string
  children: ReactNode
  /** Link below the form to another screen. */
  otherWay: ReactNode
}

/**
 * Screen for signed-out users: one card with one form. In wide windows, a doorway in the left half states whose portal
 * this is and what it is for.
 */
export function EntryPage({ title, lead, children, otherWay }: EntryPageProps) {
  const brand = readBrand()
  return (
    <div className={classes['page']}>
      <aside className={classes['welcome']} aria-label="Sobre o portal">
        <div className={classes['doorway']}>
          {brand.logo ? (
            <img className={classes['logo']} src={brand.logo} alt="" />
          ) : (
            <svg className={classes['keyhole']} viewBox="0 0 16 26" aria-hidden="true">
              <path d="M8 0a8 8 0 0 1 4 15v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-9A8 8 0 0 1 8 0z" />
            </svg>
          )}
          <p className={classes['association']}>{brand.name ?? 'Gestão de Acesso'}</p>
          <ul>
            <li>Uma só entrada para os sistemas da associação.</li>
            <li>Você entra, escolhe a empresa e abre o módulo.</li>
            <li>Cada acesso é dado pela sua empresa e fica registrado.</li>
          </ul>
          {brand.help && <Help {...brand.help} />}
        </div>
      </aside>
      <div className={classes['entry']}>
        <section className={classes['card']} aria-labelledby="titulo">
          <h1 id="titulo">{title}</h1>
          <p className={classes['lead']}>{lead}</p>
          {children}
          <p className={classes['otherWay']}>{otherWay}</p>
        </section>
        {brand.help && <Help {...brand.help} />}
      </div>
    </div>
  )
}

function Help({ text, url }: { text: string; url: string }) {
  return (
    <p className={classes['help']}>
      Precisa de ajuda? <a href={url}>{text}</a>
    </p>
  )
}
