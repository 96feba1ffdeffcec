import type { CompanyChoice, ModuleChoice } from '../../contract/access.ts'

const byName = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })

export type ServiceChoice = CompanyChoice['services'][number]

/** What can be opened: status 1 and an address (portal.md §4). */
export type OpenModule = ModuleChoice & { url: string }

/** A module to open, with the company to open it for and the service it belongs to. */
export interface Destination {
  company: CompanyChoice
  serviceId: number
  module: OpenModule
}

/** Why a module can't be opened, or null where it can. */
export function obstacleOf(module: ModuleChoice): string | null {
  if (module.status !== 1) return 'Módulo inativo no momento.'
  return module.url === null ? 'Módulo ainda sem endereço de acesso.' : null
}

export function canOpen(module: ModuleChoice): module is OpenModule {
  return obstacleOf(module) === null
}

/** Modules that were used come first, the latest at the top; the others follow by name. */
function inOrderOfUse<Item extends { name: string }>(
  items: readonly Item[],
  lastUseOf: (item: Item) => string,
): Item[] {
  return items.toSorted(
    (one, other) =>
      lastUseOf(other).localeCompare(lastUseOf(one)) || byName.compare(one.name, other.name),
  )
}

const lastUse = (modules: readonly ModuleChoice[]) =>
  modules.reduce(
    (latest, { last_used_at }) => (latest > (last_used_at ?? '') ? latest : (last_used_at ?? '')),
    '',
  )

const modulesOf = ({ services }: CompanyChoice) => services.flatMap(({ modules }) => modules)

export function orderedCompanies(companies: readonly CompanyChoice[]): CompanyChoice[] {
  return inOrderOfUse(companies, (company) => lastUse(modulesOf(company)))
}

export function orderedServices(services: readonly ServiceChoice[]): ServiceChoice[] {
  return inOrderOfUse(services, ({ modules }) => lastUse(modules))
}

export function orderedModules<Module extends ModuleChoice>(modules: readonly Module[]): Module[] {
  return inOrderOfUse(modules, ({ last_used_at }) => last_used_at ?? '')
}

/** Everything that can be opened, for each company once. */
export function openDestinations(companies: readonly CompanyChoice[]): Destination[] {
  return companies.flatMap((company) =>
    company.services.flatMap(({ id: serviceId, modules }) =>
      modules.filter(canOpen).map((module) => ({ company, serviceId, module })),
    ),
  )
}

/**
 * The same companies with a visit of one module at `now`. It is later than every known visit: `now` comes from the `Date`
 * header, which has whole seconds, so it may be up to a second before a visit that the server has recorded.
 */
export function withVisit(
  companies: readonly CompanyChoice[],
  { company, module }: Destination,
  now: Date,
): CompanyChoice[] {
  const latest = lastUse(companies.flatMap(modulesOf))
  const last_used_at = new Date(
    latest === '' ? now : Math.max(now.getTime(), Date.parse(latest) + 1),
  ).toISOString()
  return companies.map((each) =>
    each.id === company.id
      ? {
          ...each,
          services: each.services.map((service) => ({
            ...service,
            modules: service.modules.map((one) =>
              one.id === module.id ? { ...one, last_used_at } : one,
            ),
          })),
        }
      : each,
  )
}

/** How many places are offered again. */
const recentCount = 4

/** Where a person went last, the latest first; none where there is only one place to go to. */
export function recentDestinations(companies: readonly CompanyChoice[]): Destination[] {
  const places = openDestinations(companies)
  if (places.length < 2) return []
  return places
    .filter(({ module }) => module.last_used_at !== null)
    .toSorted((one, other) =>
      (other.module.last_used_at ?? '').localeCompare(one.module.last_used_at ?? ''),
    )
    .slice(0, recentCount)
}

/** The chosen item, or the only one: where there is a single choice, it is made automatically (portal.md §2). */
export function chosenOf<Item extends { id: number }>(
  items: readonly Item[],
  chosenId: number | null,
): Item | null {
  const [first] = items
  if (items.length === 1 && first) return first
  return items.find(({ id }) => id === chosenId) ?? null
}
