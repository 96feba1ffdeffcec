import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CompanySpid } from '../../contract/spids.ts'
import classes from './company-spids.module.css'

interface CompanySpidsProps {
  spids: readonly CompanySpid[]
  onManage: () => void
}

/** SPIDs in the company form, with the button that opens their modal (console.md §2). */
export function CompanySpids({ spids, onManage }: CompanySpidsProps): ReactNode {
  return (
    <section className={classes['spids']} data-wide aria-labelledby="spids">
      <div className={classes['title']}>
        <h2 id="spids">SPIDs</h2>
        <Button variant="default" size="xs" onClick={onManage}>
          Gerenciar SPID
        </Button>
      </div>
      <SpidList spids={spids} />
    </section>
  )
}

/** SPIDs with their descriptions. */
export function SpidList({ spids }: Pick<CompanySpidsProps, 'spids'>): ReactNode {
  if (spids.length === 0) return <p className={classes['none']}>A empresa não tem SPIDs.</p>
  return (
    <ul className={classes['list']}>
      {spids.map(({ spid, description }) => (
        <li key={spid}>
          <strong>{spid}</strong>
          {description !== '' && <span>{description}</span>}
        </li>
      ))}
    </ul>
  )
}
