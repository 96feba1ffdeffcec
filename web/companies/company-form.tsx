import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { CompanyCreate } from './company-create.tsx'
import { CompanyRecord } from './company-record.tsx'

/** Form of a new company, or record of the company `id` (console.md §2). */
export default function CompanyForm(): ReactElement {
  const { id } = useSearch({ from: '/company-form' })
  return id === undefined ? <CompanyCreate /> : <CompanyRecord id={id} />
}
