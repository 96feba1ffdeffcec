import { useMatches, useRouter } from '@tanstack/react-router'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { breadcrumbTo, recordKinds, type Crumb, type NamedRecord } from './breadcrumb.ts'
import { useOwnerIds, useRecordNames } from './use-record-names.ts'

/** A step of the breadcrumb as it is shown. */
export interface ShownStep {
  to: string
  search: object | undefined
  label: string
  /** The name of the record that the step is, where it is known. */
  name: string | undefined
  /** Whether the person may open it: others are shown and are no links. */
  open: boolean
}

/** The way from the start to the screen that is shown at `path`, with the names of the records on it. */
export function useBreadcrumb(path: string): ShownStep[] {
  // Of the screen that is shown: while the next one loads, the address is that of the next already.
  const search: object | undefined = useMatches({ select: (matches) => matches.at(-1)?.search })
  const { routesByPath } = useRouter()
  const opens = useOpens()
  const stepsWith = (ownerIdOf: (record: NamedRecord) => number | undefined) => {
    const crumbs: Record<string, { options: { staticData?: { crumb?: Crumb } } }> = routesByPath
    return breadcrumbTo(
      { to: path, search: search ?? {} },
      (of) => crumbs[of]?.options.staticData?.crumb,
      ownerIdOf,
    )
  }
  const steps = stepsWith(useOwnerIds(stepsWith(() => undefined).map(({ record }) => record)))
  const names = useRecordNames(steps.map(({ record }) => record))
  return steps.map(({ to, search: ids, label, record }, index) => ({
    to,
    search: ids,
    label: record ? (names[index] ?? recordKinds[record.kind].label) : label,
    name: names[index],
    open: opens(to),
  }))
}
