import type { Icon } from '@tabler/icons-react'
import { holdsAll } from '../ui/plain-text.ts'

/** A line of the palette: what it says, and what happens when it is chosen. */
export interface PaletteItem {
  /** Unlike every other id of the palette. */
  id: string
  group: string
  label: string
  /** What tells it from others of that name, such as the service of a module. */
  hint?: string | undefined
  icon: Icon
  /** Further words by which it is found. */
  words?: string
  run: () => void
}

/** Whether every word that was typed occurs in an item, in any order, whatever its case and accents. */
export function matches(
  item: Pick<PaletteItem, 'label' | 'hint' | 'words'>,
  typed: string,
): boolean {
  return holdsAll(`${item.label} ${item.hint ?? ''} ${item.words ?? ''}`, typed)
}

/** The items one group after the other, as they are shown and as the arrow keys go. */
export function grouped(items: readonly PaletteItem[]): [string, PaletteItem[]][] {
  return [...Map.groupBy(items, ({ group }) => group)]
}
