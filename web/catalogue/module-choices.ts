import type { useActiveServices } from './use-active-services.ts'

interface Choice {
  id: number
  name: string
}

/** Returns the active modules grouped by service, plus the record's own module if it is inactive. */
export function moduleChoices(
  services: ReturnType<typeof useActiveServices>,
  chosen: Choice | undefined,
) {
  const groups = services
    .filter(({ modules }) => modules.length > 0)
    .map(({ name, modules }) => ({ group: name, items: modules.map(toOption) }))
  const listed = services.some(({ modules }) => modules.some(({ id }) => id === chosen?.id))
  return chosen === undefined || listed ? groups : [toOption(chosen), ...groups]
}

const toOption = ({ id, name }: Choice) => ({ value: String(id), label: name })
