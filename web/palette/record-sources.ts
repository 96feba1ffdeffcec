import { type ScreenKind, screensOf } from '../../contract/record-kinds.ts'
import { screens } from '../../contract/screens.ts'
import { recordLinks } from '../frame/record-links.ts'

export type RecordSource = (typeof recordSources)[number]

/** Kinds of records that the palette finds by name, in display order. */
export const recordSources = (Object.keys(recordLinks) as ScreenKind[]).flatMap((kind) => {
  const { icon, to, find } = recordLinks[kind]
  const { list, form, openedByList = false } = screensOf(kind)
  return find ? [{ group: screens[list].name, icon, to, find, list, form, openedByList }] : []
})
