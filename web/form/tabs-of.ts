import type { RecordTarget } from '../links/record-link.tsx'
import type { RecordTab, RecordTabList } from './record-tabs.tsx'

/** A part of a record with its value of the parameter `tab`. */
interface Part<Tab extends string> extends Pick<RecordTab, 'label' | 'count' | 'more'> {
  tab: Tab
}

interface TabsOf<Tab extends string> {
  /** The requested part, or the first one if it does not exist. */
  shown: Tab | undefined
  tabs: RecordTabList
}

/**
 * Returns the tabs of a record in display order, and the part to show. `false` and `undefined` are parts that do not
 * exist for the user.
 */
export function tabsOf<Tab extends string>(
  parts: readonly (Part<Tab> | false | undefined)[],
  requested: Tab | undefined,
  target: (tab: Tab) => RecordTarget,
): TabsOf<Tab> {
  const existing = parts.filter((part) => part !== false && part !== undefined)
  const shown = existing.find(({ tab }) => tab === requested) ?? existing[0]
  return {
    shown: shown?.tab,
    tabs: existing.map((part) => ({
      ...part,
      target: target(part.tab),
      current: part === shown,
    })),
  }
}
