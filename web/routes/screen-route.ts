import { createRoute, lazyRouteComponent, type ParsedLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { MenuPath } from '../frame/menu-items.ts'
import type { Crumb } from '../frame/breadcrumb.ts'
import { loadScreen } from '../frame/missing-parts.ts'
import { admit, type ScreenAccess } from '../session-state/route-guard.ts'
import { validateStoredToken } from '../session-state/token-validation.ts'
import type { signInSearch } from '../sign-in/sign-in-search.ts'
import { root } from './root.tsx'

/** What reads the search parameters of an address: the sign-in does so without a schema. */
type SearchReader = z.ZodObject | typeof signInSearch | undefined

interface Screen<Search extends SearchReader> {
  /** The file of the screen, loaded when it is first opened; it is named like the last part of the address. */
  file: () => Promise<{ default: ComponentType }>
  /** The title of the document. */
  title: string
  access: ScreenAccess
  /** The menu item that is marked while the screen is open, where the screen is no menu item itself. */
  section?: MenuPath
  /** Its place in the breadcrumb: right below the start and under its title, unless told otherwise. */
  crumb?: Crumb
  search?: Search
  /** Runs before the guard and before anything is rendered, on what the address brings along, such as a code. */
  prepare?: (search: object, state: ParsedLocation['state']) => Promise<void>
}

/** Declares a screen: its address, file, title, place, and who may open it (portal.md §2). */
export function screen<const Path extends `/${string}`, Search extends SearchReader = undefined>(
  path: Path,
  declared: Screen<Search>,
) {
  const { file, title, access, section, crumb = { label: title }, search, prepare } = declared
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search,
    // Another record begins anew: what was typed or shown of one is not taken along to the next.
    remountDeps: ({ search: given }) => recordNames.map((name) => valueOf(given, name)),
    staticData: { title, access, section, crumb },
    beforeLoad: async ({ cause, location }): Promise<void> => {
      // A change of the search parameters, such as the next page of a list, does not open the screen anew.
      if (cause === 'stay') return
      if (access === 'public') await validateStoredToken()
      await prepare?.(location.search, location.state)
      if (access !== 'public') await admit(access, location)
    },
    component: lazyRouteComponent(() => loadScreen(file)),
  })
}

/** The search parameters that name the record of a screen. A service is chosen within the access page, which keeps its focus. */
const recordNames = ['id', 'planId', 'moduleId', 'functionId', 'actionId'] as const

const valueOf = (search: object | undefined, name: string): unknown =>
  Object.entries(search ?? {}).find(([key]) => key === name)?.[1]

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    access?: ScreenAccess
    section?: MenuPath | undefined
    crumb?: Crumb
  }
  interface HistoryState {
    /** The address that a person wanted when the guard sent them elsewhere first (decision 24). */
    wanted?: string | undefined
    /** Who wanted it, by id, where that is known: nobody else is led there. */
    wantedBy?: number | undefined
    /** The person comes straight from the sign-in, so the access page does not ask again who they are. */
    justSignedIn?: boolean | undefined
    /** The e-mail of somebody who was just created: the list offers what comes next. */
    createdEmail?: string | undefined
  }
}
