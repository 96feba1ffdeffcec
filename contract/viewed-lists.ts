import { type ScreenPath, screens } from './screens.ts'

/** Search parameters that a view does not save: positions in the list. */
export const unsavedParameters: readonly string[] = ['page', 'before', 'after', 'part_of']

/**
 * Lists that have saved views (decision 69). Lists below a record, such as the modules of a service, have none, because
 * their address names the record.
 */
export const viewedLists = [
  '/company-list',
  '/service-list',
  '/function-list',
  '/plan-list',
  '/plan-loose',
  '/profile-list',
  '/user-list',
  '/message-list',
  '/network-list',
  '/audit-list',
  '/request-list',
  '/data-request-list',
  '/erasure-list',
] as const satisfies readonly ScreenPath[]

export type ViewedList = (typeof viewedLists)[number]

/** Names of the lists that have saved views. */
export const viewedListNames: Readonly<Record<string, string>> = Object.fromEntries(
  viewedLists.map((list) => [list, screens[list].name]),
)

/** Whether the list at this path has saved views. */
export const hasViews = (path: string): path is ViewedList =>
  viewedLists.some((list) => list === path)
