import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { SpidChoice } from '../../contract/access.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import { moduleAddress } from '../../contract/module-address.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { useSession } from '../session-state/session.ts'
import type { LinkRequirements } from '../session-state/module-target.ts'
import { endSession } from '../session-state/session-end.ts'
import { ownAddress, storeReturnTo } from '../session-state/return-to.ts'
import { storage } from '../storage.ts'
import { notify } from '../ui/notify.ts'
import type { Destination, Place } from './choices.ts'
import { useRecordVisit } from './use-initial-permissions.ts'
import { requirementOf, type SignInRequirement } from './sign-in-requirement.ts'
import { lastSpidFor, storeLastSpid } from './last-spids.ts'
import {
  addressWithCode,
  openModuleWindow,
  thisWindow,
  type ModuleWindow,
} from './module-window.ts'

interface OpenModuleState {
  /** Place that is being opened, and the SPID that was given to `open`. */
  opening: { destination: Destination; spid: string | undefined } | null
  /** SPIDs to choose from before the module opens; null if the user is not asked. */
  asking: { destination: Destination; spids: SpidChoice[] } | null
  /** Name and URL of the module whose window the browser has blocked; otherwise null. */
  blocked: { name: string; address: string } | null
  /** Place that requires a stronger or more recent sign-in; otherwise null. */
  refused: { destination: Destination; code: SignInRequirement } | null
}

const idle: OpenModuleState = { opening: null, asking: null, blocked: null, refused: null }

interface OpenModuleOptions {
  /** Window in which the module opens; a new one by default. */
  openWindow?: (module: string) => ModuleWindow
  /** What the module requires of the sign-in (decision 94). */
  required?: LinkRequirements
  /** Called after a failure was shown. */
  onFailed?: () => void
}

/** Asks for the SPID if there are several, gets a code, and opens the module (portal.md §4). */
export function useOpenModule(
  token: string,
  { openWindow = openModuleWindow, required, onFailed }: OpenModuleOptions = {},
) {
  const [state, setState] = useState<OpenModuleState>(idle)
  const userId = useSession().userData?.user.id
  const recordVisit = useRecordVisit(token)
  const returnTo = useLocation({ select: (location) => ownAddress(location.state.returnTo) })
  /**
   * Console URL that the user requested before signing in. If there is one, the console opens in this window (decision
   * 24).
   */
  const returnToOf = ({ module }: Destination) =>
    module.id === consoleModuleId ? returnTo : undefined
  const windowFor = (destination: Destination) =>
    returnToOf(destination) === undefined ? openWindow(destination.module.name) : thisWindow()

  const attempt = async (
    destination: Destination,
    target: ModuleWindow | null,
    spid: string | undefined,
    steps: () => Promise<void>,
  ) => {
    setState({ ...idle, opening: { destination, spid } })
    try {
      await steps()
    } catch (error) {
      target?.close()
      const code = requirementOf(error)
      setState(code ? { ...idle, refused: { destination, code } } : idle)
      if (code) return
      onFailed?.()
      showFailure(error, token)
    }
  }

  const enter = async (
    destination: Destination,
    target: ModuleWindow,
    spid: string | undefined,
  ) => {
    const { company, serviceId, module } = destination
    const { code, redirect_uri } = await call('userLocalCode', {
      token,
      body: {
        module_id: module.id,
        redirect_uri: moduleAddress(module),
        access_token: token,
        company_id: company.id,
        ...required,
        ...(spid === undefined ? {} : { spid }),
      },
    })
    if (spid !== undefined && userId !== undefined) storeLastSpid(userId, destination, spid)
    // Only for the console: opening another module must not change the company that the console acts for.
    if (module.id === consoleModuleId) {
      storage.set('company', company.name)
      storage.set('company_id', String(company.id))
      storage.set('currentService', String(serviceId))
    }
    storage.set('reduced', 'true')
    storeReturnTo(returnToOf(destination))
    const address = addressWithCode(redirect_uri, code)
    const opened = target.go(address)
    if (opened) recordVisit(destination)
    setState({ ...idle, blocked: opened ? null : { name: module.name, address } })
  }

  return {
    ...state,
    /**
     * Whether this place is being opened. If `spid` is passed, it must also be the SPID with which the place is being
     * opened; undefined means without a SPID.
     */
    isOpening({ company, module }: Place, ...spid: [] | [string | undefined]) {
      const { destination, spid: asked } = state.opening ?? {}
      return (
        destination?.company.id === company.id &&
        destination.module.id === module.id &&
        (spid.length === 0 || spid[0] === asked)
      )
    },
    /** SPID used last for this destination, if the company has several. */
    lastSpid: (destination: Destination) =>
      userId !== undefined && needsSpid(destination) ? lastSpidFor(userId, destination) : undefined,
    /** Opens a module. Asks for the SPID if there are several and `lastSpid` is not one of them. */
    open(destination: Destination, lastSpid?: string) {
      const { company, module } = destination
      // If the user will probably be asked for a SPID, the window opens after the answer.
      const target =
        needsSpid(destination) && lastSpid === undefined ? null : windowFor(destination)
      return attempt(destination, target, lastSpid, async () => {
        const enterWith = (spid: string | undefined) =>
          enter(destination, target ?? windowFor(destination), spid)
        if (!module.is_enable_spid) return enterWith(undefined)
        const { spids } = await call('companyConsultSpid', {
          token,
          params: { companyId: String(company.id) },
          body: { module_id: module.id, access_token: token },
        })
        if (spids.length < 2) return enterWith(spids[0]?.spid)
        if (spids.some((each) => each.spid === lastSpid)) return enterWith(lastSpid)
        target?.close()
        setState({ ...idle, asking: { destination, spids } })
      })
    },
    openWith(destination: Destination, spid: string) {
      const target = windowFor(destination)
      return attempt(destination, target, spid, () => enter(destination, target, spid))
    },
    dismiss: () => setState(idle),
  }
}

/**
 * Whether the user will probably be asked for a SPID. Only the server knows with which SPIDs the module is available.
 */
export const needsSpid = ({ company, module }: Destination) =>
  module.is_enable_spid && company.spids.length > 1

/** Shows a message for a failure (portal.md §8). If the session is no longer valid, ends it. */
function showFailure(error: unknown, token: string): void {
  const problem = error instanceof ApiProblem ? error : null
  if (problem?.code === 'module-not-found') notify.error('Módulo não encontrado.')
  else if (problem?.code !== 'access-token-expired')
    notify.error('Erro ao redirecionar para o módulo.')
  if (!problem) throw error
  if (problem.status === 401) void endSession(problem, token)
}
