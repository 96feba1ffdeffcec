import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toAccessPage } from '../paths.ts'
import { useSession } from '../session-state/session.ts'
import { notify } from '../ui/notify.ts'

/**
 * Returns the session's company. Without one it shows a notice and redirects to the page where it is selected
 * (console.md §8).
 */
export function useSelectedCompany(): number | undefined {
  const navigate = useNavigate()
  const { signedIn, userData } = useSession()
  const companyId = userData?.company_id ?? undefined
  const missing = signedIn && companyId === undefined
  useEffect(() => {
    if (!missing) return
    notify.error('Erro ao recuperar a empresa selecionada.')
    void navigate(toAccessPage())
  }, [missing, navigate])
  return companyId
}
