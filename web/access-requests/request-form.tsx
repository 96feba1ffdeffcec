import { IconUser } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { call } from '../api/api-client.ts'
import { RecordPage } from '../form/record-page.tsx'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { toRequestList, toUserRecord } from '../paths.ts'
import { breakEmail } from '../ui/break-email.tsx'
import { MissingAccess } from './missing-access.tsx'
import { RequestDecision } from './request-decision.tsx'
import { RequestFacts, RequestFactsSkeleton } from './request-facts.tsx'
import { RequestOutcome } from './request-outcome.tsx'
import { RequestState } from './request-state.tsx'

/** A request for access: what was requested, what is missing, and the decision (decision 101). */
export default function RequestForm(): ReactElement {
  const { id } = useSearch({ from: '/request-form' })
  const params = { id: String(id) }
  const leave = useBackToList(toRequestList())
  const {
    record: request,
    reload,
    unreadable,
  } = useRecord(() => call('accessRequestGet', { params }))
  useLeaveUnreadable(unreadable, leave, { unreadable: 'Não foi possível carregar o pedido.' })
  return (
    <RecordPage
      title="Pedido de acesso"
      name={request?.requester.name}
      detail={request && breakEmail(request.requester.email)}
      status={request && <RequestState {...request} />}
      {...(request && {
        acts: [
          {
            label: 'Acessos da pessoa',
            icon: IconUser,
            target: toUserRecord(request.requester.id, 'access'),
          },
        ],
      })}
      tabs={[]}
      skeleton={<RequestFactsSkeleton />}
    >
      {request && (
        <>
          <RequestFacts request={request} />
          {request.why && <MissingAccess request={request} why={request.why} />}
          {request.can_decide ? (
            <RequestDecision
              // Another version is decided anew.
              key={request.version}
              request={request}
              onStale={() => void reload()}
              onDone={leave}
            />
          ) : (
            <RequestOutcome request={request} />
          )}
        </>
      )}
    </RecordPage>
  )
}
