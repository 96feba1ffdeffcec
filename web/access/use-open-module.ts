import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { SpidChoice } from '../../contract/access.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import { moduleAddress } from '../../contract/module-address.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { useSession } from '../session-state/session.ts'
import { endSession } from '../session-state/session-end.ts'
import { ownAddress, rememberWanted } from '../session-state/wanted-address.ts'
import { storage } from '../storage.ts'
import { notify } from '../ui/notify.ts'
import type { Destination } from './choices.ts'
import { useRememberVisit } from './use-initial-permissions.ts'
import { lastSpidFor, rememberSpid } from './last-spids.ts'
import {
  addressWithCode,
  openModuleWindow,
  thisWindow,
  type ModuleWindow,
} from './module-window.ts'

interface OpenModuleState {
  /** The module that is being opened right now. */
  openingId: number | null
  /** The SPIDs to choose from before the module can be opened; null where no choice is open. */
  asking: { destination: Destination; spids: SpidChoice[] } | null
  /** The address of the module, where the browser has blocked its window. */
  blocked: { name: string; address: string } | null
}

const idle: OpenModuleState = { openingId: null, asking: null, blocked: null }

interface OpenModuleOptions {
  /** Where the module opens; in a new window unless told otherwise. */
  openWindow?: () => ModuleWindow
  /** Called after a failure has been told. */
  onFailed?: () => void
}

/** Asks for the SPID where there are several, then for the code, and opens the module (portal.md §4). */
export function useOpenModule(
  token: string,
  { openWindow = openModuleWindow, onFailed }: OpenModuleOptions = {},
) {
  const [state, setState] = useState<OpenModuleState>(idle)
  const userId = useSession().userData?.user.id
  const rememberVisit = useRememberVisit(token)
  const wanted = useLocation({ select: (location) => ownAddress(location.state.wanted) })
  /** The address to go on to in the console, which opens in this window where one is wanted (decision 24). */
  const wantedOf = ({ module }: Destination) => (module.id === consoleModuleId ? wanted : undefined)
  const windowFor = (destination: Destination) =>
    wantedOf(destination) === undefined ? openWindow() : thisWindow()

  const attempt = async (
    destination: Destination,
    target: ModuleWindow | null,
    steps: () => Promise<void>,
  ) => {
    setState({ ...idle, openingId: destination.module.id })
    try {
      await steps()
    } catch (error) {
      target?.close()
      setState(idle)
      onFailed?.()
      tellFailure(error, token)
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
        ...(spid === undefined ? {} : { spid }),
      },
    })
    if (spid !== undefined && userId !== undefined) rememberSpid(userId, destination, spid)
    // Of this console: another module that is opened from it must not change for whom it says that it acts.
    if (module.id === consoleModuleId) {
      storage.set('company', company.name)
      storage.set('company_id', String(company.id))
      storage.set('currentService', String(serviceId))
    }
    storage.set('reduced', 'true')
    rememberWanted(wantedOf(destination))
    const address = addressWithCode(redirect_uri, code)
    const went = target.go(address)
    if (went) rememberVisit(destination)
    setState({ ...idle, blocked: went ? null : { name: module.name, address } })
  }

  return {
    ...state,
    /** The SPID that the person went there with last, where there are several. */
    lastSpid: (destination: Destination) =>
      userId !== undefined && asksForSpid(destination)
        ? lastSpidFor(userId, destination)
        : undefined,
    /** Asks for the SPID unless there is one only, or `lastSpid` is one of several still. */
    open(destination: Destination, lastSpid?: string) {
      const { company, module } = destination
      // Where the person will probably be asked for a SPID, the window opens after the answer.
      const target =
        asksForSpid(destination) && lastSpid === undefined ? null : windowFor(destination)
      return attempt(destination, target, async () => {
        const arrive = (spid: string | undefined) =>
          enter(destination, target ?? windowFor(destination), spid)
        if (!module.is_enable_spid) return arrive(undefined)
        const { spids } = await call('companyConsultSpid', {
          token,
          params: { companyId: String(company.id) },
          body: { module_id: module.id, access_token: token },
        })
        if (spids.length < 2) return arrive(spids[0]?.spid)
        if (spids.some((each) => each.spid === lastSpid)) return arrive(lastSpid)
        target?.close()
        setState({ ...idle, asking: { destination, spids } })
      })
    },
    openWith(destination: Destination, spid: string) {
      const target = windowFor(destination)
      return attempt(destination, target, () => enter(destination, target, spid))
    },
    dismiss: () => setState(idle),
  }
}

/** Whether the person will probably be asked for a SPID; the server knows which of them the module is open with. */
const asksForSpid = ({ company, module }: Destination) =>
  module.is_enable_spid && company.spids.length > 1

/** What a person reads when a module can't be opened (portal.md §8); a session that is over ends. */
function tellFailure(error: unknown, token: string): void {
  const problem = error instanceof ApiProblem ? error : null
  if (problem?.code === 'module-not-found') notify.error('Módulo não encontrado.')
  else if (problem?.code !== 'access-token-expired')
    notify.error('Erro ao redirecionar para o módulo.')
  if (!problem) throw error
  if (problem.status === 401) void endSession(problem, token)
}
