import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { CompanyChoice } from '../../contract/access.ts'
import { fullStop } from '../../contract/full-stop.ts'
import { queryOf } from '../api/query-of.ts'
import { clearModuleTarget } from '../session-state/module-target.ts'
import type { ModuleTarget } from '../session-state/stored-target.ts'
import { notify } from '../ui/notify.ts'
import { ExternalModuleModal } from './external-module-modal.tsx'
import { destinationsOf } from './module-destination.ts'
import { thisWindow } from './module-window.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { unmetRequirement } from './sign-in-requirement.ts'
import { SpidModal } from './spid-modal.tsx'
import { useOpenModule } from './use-open-module.ts'

interface ExternalModuleProps {
  token: string
  companies: readonly CompanyChoice[]
  target: ModuleTarget
  /** True if the user has just signed in. The module then opens immediately, without a question. */
  justSignedIn: boolean
  /** Shows the normal access page. */
  onLeave: () => void
  /** Called instead if the user cannot open the module. */
  onMissing: () => void
}

/** Opens the module of a link from outside, in this window (portal.md §4, decision 13). */
export function ExternalModule(props: ExternalModuleProps) {
  const { token, companies, target, justSignedIn, onLeave, onMissing } = props
  const { required } = target
  const opening = useOpenModule(token, { openWindow: thisWindow, required, onFailed: onLeave })
  const { asking } = opening
  const requires = Object.keys(required).length > 0
  const validity = useQuery({
    ...queryOf('userValidate', { token }),
    enabled: requires && !justSignedIn,
  })
  const predicted = validity.data && unmetRequirement(required, validity.data)
  const destinations = destinationsOf(companies, target)
  const [destination] = destinations
  const single = destinations.length === 1 ? destination : undefined
  const started = useRef(false)

  const open = () => {
    if (!single || started.current) return
    started.current = true
    // A user who comes back to this page must not be sent to the module again.
    clearModuleTarget()
    void opening.open(single)
  }
  const start = useEffectEvent(() => {
    if (destination === undefined) {
      onMissing()
    } else if (!single) {
      notify.info(
        fullStop(`Escolha a empresa com que você quer acessar ${destination.module.name}`),
      )
      onLeave()
    } else if (justSignedIn) {
      open()
    }
  })
  useEffect(() => start(), [])

  if (asking) {
    return (
      <SpidModal
        spids={asking.spids}
        last={opening.lastSpid(asking.destination)}
        onChoose={(spid) => void opening.openWith(asking.destination, spid)}
        onClose={onLeave}
      />
    )
  }
  const refused =
    opening.refused ?? (single && predicted && { destination: single, code: predicted })
  if (refused) return <SignInAgain {...refused} required={required} onClose={onLeave} />
  if (!single || justSignedIn || opening.opening !== null) return null
  if (requires && validity.isPending) return null
  return (
    <ExternalModuleModal
      token={token}
      module={single.module.name}
      company={single.company.name}
      required={required}
      onVerified={open}
      onClose={onLeave}
    />
  )
}
