import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { idInSearch } from '../list/list-search.ts'

/** The search parameters of `/access-page`: what was chosen so far. */
export const accessSearch = z.object({ companyId: idInSearch, serviceId: idInSearch })

/** What was chosen, kept in the address: a reload, the back button and a bookmark find it again. */
export function useAccessChoice() {
  const { companyId = null, serviceId = null } = useSearch({ from: '/access-page' })
  const navigate = useNavigate({ from: '/access-page' })
  const go = (search: z.input<typeof accessSearch>) =>
    // With its state: the address that was asked for is still to be reached (decision 24).
    void navigate({ search, state: true, resetScroll: false })
  return {
    companyId,
    serviceId,
    chooseCompany: (id: number) => go({ companyId: id }),
    chooseService: (company: number, id: number) => go({ companyId: company, serviceId: id }),
  }
}
