import type { ReactNode } from 'react'
import { Fact, FactList } from './fact-list.tsx'
import { StatusMark } from './status-mark.tsx'

interface FactsProps {
  /** Each with what stands above it, in their order. */
  facts: Readonly<Record<string, ReactNode>>
  /** Whether the record is active, after the others. */
  active: boolean
}

/** A record among the fields of a form, for whoever may read it and not change it. */
export function Facts({ facts, active }: FactsProps) {
  const status = <StatusMark on={active}>{active ? 'Ativo' : 'Inativo'}</StatusMark>
  return (
    <FactList stretched>
      {Object.entries({ ...facts, Status: status }).map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </FactList>
  )
}
