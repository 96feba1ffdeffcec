import { startCall } from '../api/api-client.ts'
import { dropStartedCalls } from '../api/started-calls.ts'
import { createRoute, lazyRouteComponent, type ParsedLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { HelpPath } from '../../contract/help-pages.ts'
import { recordKinds } from '../../contract/record-kinds.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import { recordIn, type Crumb } from '../frame/breadcrumb.ts'
import type { CreatedInState } from '../list/created.ts'
import { loadScreen } from '../frame/missing-parts.ts'
import { admit, type ScreenAccess } from '../session-state/route-guard.ts'
import { isGranted } from '../session-state/session.ts'
import { validateStoredToken } from '../session-state/token-validation.ts'
import { root } from './root.tsx'

/** Parses the search parameters of a URL. */
type SearchReader = ((raw: Record<string, unknown>) => object) | undefined

interface Screen<Search extends SearchReader> {
  /** File of the screen, loaded when it is first opened; named like the last part of the path. */
  file: () => Promise<{ default: ComponentType }>
  /** Document title. */
  title: string
  /** Help page that '?' in the header opens. */
  help: HelpPath
  access: ScreenAccess
  /** Menu item to highlight, if the screen is not a menu item itself. */
  section?: ScreenPath
  /** Breadcrumb entry; by default directly below the start, labelled with the title. */
  crumb?: Crumb
  search?: Search
  /** Runs with the search parameters before the guard and before rendering, for example to exchange a code. */
  prepare?: (search: object, state: ParsedLocation['state']) => Promise<void>
  /** Starts the calls of the first rendering. The record of a form, named by `crumb`, is read without this. */
  reads?: (search: object) => readonly Promise<void>[]
}

/** Milliseconds that a navigation waits for the data. Later the screen shows its skeleton. */
const maxWait = 300

/** Declares a screen: path, file, title, breadcrumb, and who may open it (portal.md §2). */
export function screen<const Path extends `/${string}`, Search extends SearchReader = undefined>(
  path: Path,
  declared: Screen<Search>,
) {
  const {
    file,
    title,
    help,
    access,
    section,
    crumb = { label: title },
    search,
    prepare,
    reads,
  } = declared
  const load = () => loadScreen(file)
  const read = (from: object) => [...(reads?.(from) ?? []), ...readRecord(path, crumb, from)]
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search,
    // A different record remounts the screen, so that no typed or displayed values carry over.
    remountDeps: ({ search: params }) => recordParams.map((name) => valueOf(params, name)),
    staticData: { title, help, access, section, crumb },
    // Loads script and data of the screen while the guard waits for the server (decision 73). Without the grant no
    // data are requested, because the server would record a refused call.
    beforeLoad: async ({ cause, preload, location }): Promise<void> => {
      // Pointing at a link loads the script only. A change of the search parameters, such as the next page of a list,
      // does not run the guard again.
      if (preload || cause === 'stay') return
      if (access === 'public') await validateStoredToken()
      await prepare?.(location.search, location.state)
      if (access === 'public') return
      const loading: Promise<void>[] = []
      await admit(access, location, () => {
        dropStartedCalls()
        // An error is shown when the screen is rendered.
        void load().catch(() => undefined)
        if (access === 'signed-in' || isGranted(access)) loading.push(...read(location.search))
      })
      await Promise.race([Promise.all(loading), passed(maxWait)])
    },
    component: lazyRouteComponent(load),
  })
}

/** Starts reading the record in the URL, if this screen is its form. */
function readRecord(path: string, crumb: Crumb, search: object): Promise<void>[] {
  const record = recordIn(crumb, search)
  if (!record || recordKinds[record.kind].form !== path) return []
  return [startCall(recordKinds[record.kind].read, { params: { id: String(record.id) } })]
}

const passed = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time))

/**
 * Search parameters that identify the record of a screen. `serviceId` is not included, because the access page uses it
 * for a choice and must keep its focus.
 */
const recordParams = ['id', 'planId', 'moduleId', 'functionId', 'actionId'] as const

const valueOf = (search: object | undefined, name: string): unknown =>
  Object.entries(search ?? {}).find(([key]) => key === name)?.[1]

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    help?: HelpPath
    access?: ScreenAccess
    section?: ScreenPath | undefined
    crumb?: Crumb
  }
  interface HistoryState {
    /** URL that the guard redirected from; opened after the sign-in (decision 24). */
    returnTo?: string | undefined
    /** Screen that the guard refused, and its URL. */
    refused?: { path: ScreenPath; address: string } | undefined
    /** Id of the user who requested `returnTo`, if known. It is not opened for another user. */
    returnToUser?: number | undefined
    /** The user comes directly from the sign-in, so the access page does not ask for a confirmation. */
    justSignedIn?: boolean | undefined
    /** The form was opened from the record's facts and returns to them. */
    fromRecord?: boolean | undefined
    /** Action that starts when the record opens. It still asks its question. */
    act?: 'block' | undefined
    /** Module that 'Por quê?' is filled in with. */
    whyModule?: { id: number; name: string } | undefined
    /** What was just created; the list marks it (decision 80). */
    created?: CreatedInState | undefined
    /** E-mail typed on another screen for signed-out users, so that it need not be typed again (decision 75). */
    typedEmail?: string | undefined
    /** The user has just requested a recovery, so the sign-in says how to type the mailed password. */
    recovering?: boolean | undefined
    /** The user has just set a new password, so the sign-in asks for it. */
    passwordSet?: boolean | undefined
  }
}
