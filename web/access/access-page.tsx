import { Skeleton } from '@mantine/core'
import { Navigate, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { clearModuleTarget } from '../session-state/module-target.ts'
import { moduleTarget } from '../session-state/stored-target.ts'
import { isOfflineProblem } from '../api/api-problem.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import { toUnallowed } from '../paths.ts'
import { ownAddress } from '../session-state/return-to.ts'
import { isScreenPath } from '../session-state/screen-path.ts'
import { signOut } from '../session-state/sign-out.ts'
import { storage } from '../storage.ts'
import { notify } from '../ui/notify.ts'
import { ShownRequests } from '../access-requests/shown-requests.tsx'
import { RequestAccess } from '../access-requests/request-access.tsx'
import { AccessHeading } from './access-heading.tsx'
import { AccessSteps } from './access-steps.tsx'
import classes from './access-page.module.css'
import { destinationsOf } from './module-destination.ts'
import { ExternalModule } from './external-module.tsx'
import { NothingToAccess } from './nothing-to-access.tsx'
import { useInitialPermissions } from './use-initial-permissions.ts'
import { useJustSignedIn } from './use-just-signed-in.ts'
import { useLastAccess } from './use-last-access.ts'
import { MissingModule } from './missing-module.tsx'
import { useRequestsHere } from './use-requests-here.ts'
import { SignInPolicyNotice } from './sign-in-policy-notice.tsx'
import { ReturnToNotice } from './return-to-notice.tsx'
import { visuallyHidden } from '../ui/visually-hidden.ts'

/** Target that opens this console, for any company. */
const thisConsole = { moduleId: consoleModuleId, companyId: null, required: {} }

/** Access page: company, then service, then module (portal.md §2, §4). */
export default function AccessPage() {
  // The route guard has checked that a token exists. The token is kept in state, because signing out removes it from
  // storage while this page is still shown.
  const [token] = useState(() => storage.get('initial_token') ?? '')
  const [reduced] = useState(() => storage.get('reduced') !== null)
  const justSignedIn = useJustSignedIn()
  const returnTo = useLocation({ select: ({ state }) => ownAddress(state.returnTo) })
  // If the user signed in to reach a console URL, the console opens immediately. It does not open when a user comes
  // back to this page.
  const [target, setTarget] = useState(
    () =>
      moduleTarget() ?? (returnTo !== undefined && justSignedIn && !reduced ? thisConsole : null),
  )
  const permissions = useInitialPermissions(token)
  const lastAccess = useLastAccess(token, !reduced && target === null)

  const refused = permissions.isError && !isOfflineProblem(permissions.error)
  useEffect(() => {
    if (!refused) return
    notify.error('Erro ao buscar permissões')
    void signOut()
  }, [refused])

  const { requests, missing, setMissing } = useRequestsHere(token, {
    enabled: !refused,
    onOpen: async (approved) => {
      await permissions.refetch()
      if (approved) setTarget(approved)
    },
  })

  const leaveTarget = () => {
    clearModuleTarget()
    setTarget(null)
  }

  if (
    returnTo !== undefined &&
    permissions.data &&
    destinationsOf(permissions.data.companies, thisConsole).length === 0
  ) {
    return <Navigate {...toUnallowed(refusedAt(returnTo))} replace />
  }
  return (
    <div className={classes['page']}>
      <AccessHeading lastAccess={lastAccess} action={<RequestAccess token={token} />} />
      {returnTo !== undefined && !target && <ReturnToNotice address={returnTo} />}
      {permissions.data && !target && <SignInPolicyNotice companies={permissions.data.companies} />}
      {permissions.data && target && (
        <ExternalModule
          token={token}
          companies={permissions.data.companies}
          target={target}
          justSignedIn={justSignedIn}
          onLeave={leaveTarget}
          onMissing={() => {
            leaveTarget()
            setMissing(target)
          }}
        />
      )}
      {missing && <MissingModule token={token} target={missing} />}
      {!permissions.data || (target && justSignedIn) ? (
        <>
          <div className={classes['loadingTiles']}>
            <Skeleton height={72} radius="lg" />
          </div>
          <div className={classes['steps']}>
            <output className={visuallyHidden} aria-label="Situação da página">
              Carregando suas permissões…
            </output>
            <Skeleton height={260} radius="lg" />
            <Skeleton height={260} radius="lg" />
            <Skeleton height={260} radius="lg" />
          </div>
        </>
      ) : permissions.data.companies.length > 0 ? (
        <AccessSteps token={token} companies={permissions.data.companies} requests={requests} />
      ) : (
        <>
          <NothingToAccess
            checking={permissions.isFetching}
            onCheck={() => void permissions.refetch()}
          />
          <ShownRequests token={token} requests={requests} />
        </>
      )}
    </div>
  )
}

/** The screen of a URL of this console, which the user may not open. */
function refusedAt(address: string) {
  const [path = ''] = address.split('?', 1)
  return isScreenPath(path) ? { path, address } : undefined
}
