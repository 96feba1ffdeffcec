import { useMatches, useRouter } from '@tanstack/react-router'
import { recordKinds } from '../../contract/record-kinds.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { breadcrumbTo, type Crumb, type NamedRecord } from './breadcrumb.ts'
import { useOwnerIds, useRecordNames } from './use-record-names.ts'

/** A step of the breadcrumb as rendered. */
export interface ShownStep {
  to: string
  search: object | undefined
  label: string
  /** Name of the record, once loaded. */
  name: string | undefined
  /** Whether the user may open the step's screen. Other steps are not links. */
  open: boolean
}

/** Steps from the start to the screen at `path`, with the names of their records. */
export function useBreadcrumb(path: string): ShownStep[] {
  // Read from the matches, because `location` already contains the next screen while that is loading.
  const search: object | undefined = useMatches({ select: (matches) => matches.at(-1)?.search })
  const { routesByPath } = useRouter()
  const opens = useOpens()
  const stepsWith = (ownerIdOf: (record: NamedRecord) => number | undefined) => {
    const crumbs: Record<string, { options: { staticData?: { crumb?: Crumb } } }> = routesByPath
    return breadcrumbTo(
      { to: path, search: search ?? {} },
      (route) => crumbs[route]?.options.staticData?.crumb,
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
