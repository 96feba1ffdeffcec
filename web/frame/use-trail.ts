import { useMatches, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isScreenPath } from '../session-state/screen-path.ts'
import { useSession } from '../session-state/session.ts'
import { trailTo, type Crumb, type NamedRecord } from './trail.ts'
import { useRecordNames } from './use-record-names.ts'

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

/** What stands for a record whose name is not known: not read yet, or nothing that this person may read. */
const kindLabels: Record<NamedRecord['kind'], string> = {
  company: 'Empresa',
  service: 'Serviço',
  module: 'Módulo',
  function: 'Função',
  action: 'Ação',
  profile: 'Perfil',
  plan: 'Plano',
}

/** The way from the start to the screen that is shown at `path`, with the names of the records on it. */
export function useTrail(path: string): ShownStep[] {
  // Of the screen that is shown: while the next one loads, the address is that of the next already.
  const search: object | undefined = useMatches({ select: (matches) => matches.at(-1)?.search })
  const { routesByPath } = useRouter()
  const { userData } = useSession()
  const steps = useMemo(() => {
    const crumbs: Record<string, { options: { staticData?: { crumb?: Crumb } } }> = routesByPath
    return trailTo(
      { to: path, search: search ?? {} },
      (of) => crumbs[of]?.options.staticData?.crumb,
    )
  }, [routesByPath, path, search])
  const names = useRecordNames(steps.map(({ record }) => record))
  return steps.map(({ to, search: ids, label, record }, index) => ({
    to,
    search: ids,
    label: record ? (names[index] ?? kindLabels[record.kind]) : label,
    name: names[index],
    open:
      !isScreenPath(to) || (userData?.functions.some((granted) => granted.path === to) ?? false),
  }))
}
