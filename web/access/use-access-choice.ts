import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { idInSearch, searchReader } from '../list/list-search.ts'

/** Search parameters of `/access-page`: the choices made so far. */
export const accessSearch = searchReader(() =>
  z.object({ companyId: idInSearch, serviceId: idInSearch }),
)

/** The choices of company and service. The URL stores them, so that reload, back button and bookmarks restore them. */
export function useAccessChoice() {
  const { companyId = null, serviceId = null } = useSearch({ from: '/access-page' })
  const navigate = useNavigate({ from: '/access-page' })
  const go = (search: ReturnType<typeof accessSearch>) =>
    // Keeps the history state, which holds the return URL (decision 24).
    void navigate({ search, state: true, resetScroll: false })
  return {
    companyId,
    serviceId,
    chooseCompany: (id: number) => go({ companyId: id }),
    chooseService: (company: number, id: number) => go({ companyId: company, serviceId: id }),
  }
}
