import { accessRequestStates, type AccessRequest } from '../../contract/access-requests.ts'
import { StatusMark } from '../ui/status-mark.tsx'

/** State of a request. One that waits for the user is highlighted. */
export function RequestState({ state, awaits_me }: Pick<AccessRequest, 'state' | 'awaits_me'>) {
  return (
    <StatusMark on={state === 'approved'} late={awaits_me}>
      {accessRequestStates[state]}
    </StatusMark>
  )
}
