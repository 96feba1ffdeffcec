import type { Icon } from '@tabler/icons-react'
import { holdsAll } from '../ui/plain-text.ts'

/** A line of the palette. */
export interface PaletteItem {
  /** Unique in the palette. */
  id: string
  group: string
  label: string
  /** Distinguishes items of the same name, such as the service of a module. */
  hint?: string | undefined
  icon: Icon
  /** Additional search words. */
  words?: string
  run: () => void
}

/** Whether every typed word occurs in an item, in any order, ignoring case and accents. */
export function matches(
  item: Pick<PaletteItem, 'label' | 'hint' | 'words'>,
  typed: string,
): boolean {
  return holdsAll(`${item.label} ${item.hint ?? ''} ${item.words ?? ''}`, typed)
}

/** Groups the items, in display order. */
export function grouped(items: readonly PaletteItem[]): [string, PaletteItem[]][] {
  return [...Map.groupBy(items, ({ group }) => group)]
}
