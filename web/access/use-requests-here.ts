import { useState } from 'react'
import type { OwnAccessRequest } from '../../contract/access-requests.ts'
import { fullStop } from '../../contract/full-stop.ts'
import { useOwnRequests } from '../access-requests/use-own-requests.ts'
import type { ModuleTarget } from '../session-state/stored-target.ts'
import { notify } from '../ui/notify.ts'

interface RequestsHereOptions {
  enabled: boolean
  /** Called when a request was approved and its module can be opened; with the target of the link that waited for it. */
  onOpen: (target: ModuleTarget | null) => Promise<void>
}

/** The user's requests on the access page, and the module of a link from outside that the user cannot open yet. */
export function useRequestsHere(token: string, { enabled, onOpen }: RequestsHereOptions) {
  const [missing, setMissing] = useState<ModuleTarget | null>(null)
  const onDecided = (request: OwnAccessRequest) => {
    const place = fullStop(`${request.module.name} em ${request.company.name}`)
    if (request.state === 'refused') notify.warning(`Pedido recusado: ${place}`)
    if (request.state === 'approved') notify.success(`Acesso aprovado: ${place}`)
    if (!request.open) return
    const awaited = missing !== null && isTarget(request, missing) ? missing : null
    if (awaited) setMissing(null)
    void onOpen(awaited)
  }
  const requests = useOwnRequests({ token, enabled, onDecided })
  return { requests, missing, setMissing }
}

const isTarget = ({ module, company }: OwnAccessRequest, { moduleId, companyId }: ModuleTarget) =>
  module.id === moduleId && (companyId === null || company.id === companyId)
