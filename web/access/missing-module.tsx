import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { fullStop } from '../../contract/full-stop.ts'
import { queryOf } from '../api/query-of.ts'
import type { ModuleTarget } from '../session-state/stored-target.ts'
import { notify } from '../ui/notify.ts'

const RequestDialog = lazy(() => import('../access-requests/request-dialog.tsx'))

interface MissingModuleProps {
  token: string
  /** Module of a link from outside that the user cannot open. */
  target: ModuleTarget
}

/** Offers to request access to the module of a link, if a company of the user is entitled to it. */
export function MissingModule({ token, target: { moduleId, companyId } }: MissingModuleProps) {
  const [closed, setClosed] = useState(false)
  const { data, isError } = useQuery({
    ...queryOf('accessRequestModules', {
      token,
      query: {
        search: '',
        module_id: String(moduleId),
        ...(companyId !== null && { company_id: String(companyId) }),
      },
    }),
    enabled: moduleId !== null,
  })
  const [place, ...others] = data?.modules ?? []
  const unknown = moduleId === null || isError || (data !== undefined && place === undefined)
  useEffect(() => {
    if (unknown) notify.error('Módulo não encontrado.')
  }, [unknown])
  if (!place || place.pending || closed) return null
  return (
    <Suspense>
      <RequestDialog
        token={token}
        {...(others.length > 0 ? { search: place.module.name } : { place })}
        notice={fullStop(`Você ainda não tem acesso a ${place.module.name}`)}
        onClose={() => setClosed(true)}
      />
    </Suspense>
  )
}
