import type { CompanyChoice, ModuleChoice } from '../../contract/access.ts'
import { once } from '../../contract/once.ts'

/** Order of names in Portuguese, with numbers by their value. */
export const nameOrder = once(
  () => new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' }),
)

export type ServiceChoice = CompanyChoice['services'][number]

/** A module that can be opened: status 1 and a URL (portal.md §4). */
export type OpenableModule = ModuleChoice & { url: string }

/** A module to open, with its company and service. */
export interface Destination {
  company: CompanyChoice
  serviceId: number
  module: OpenableModule
}

/** A module of a company, by their ids. */
export interface Place {
  company: { id: number }
  module: { id: number }
}

/** Returns why a module cannot be opened, or null if it can. */
export function obstacleOf(module: ModuleChoice): string | null {
  if (module.status !== 1) return 'Módulo inativo no momento.'
  return module.url === null ? 'Módulo ainda sem endereço de acesso.' : null
}

export function canOpen(module: ModuleChoice): module is OpenableModule {
  return obstacleOf(module) === null
}

/** Orders by last use, latest first; unused items follow by name. */
function byLastUse<Item extends { name: string }>(
  items: readonly Item[],
  lastUseOf: (item: Item) => string,
): Item[] {
  return items.toSorted(
    (one, other) =>
      lastUseOf(other).localeCompare(lastUseOf(one)) || nameOrder().compare(one.name, other.name),
  )
}

const lastUse = (modules: readonly ModuleChoice[]) =>
  modules.reduce(
    (latest, { last_used_at }) => (latest > (last_used_at ?? '') ? latest : (last_used_at ?? '')),
    '',
  )

const modulesOf = ({ services }: CompanyChoice) => services.flatMap(({ modules }) => modules)

export function orderedCompanies(companies: readonly CompanyChoice[]): CompanyChoice[] {
  return byLastUse(companies, (company) => lastUse(modulesOf(company)))
}

export function orderedServices(services: readonly ServiceChoice[]): ServiceChoice[] {
  return byLastUse(services, ({ modules }) => lastUse(modules))
}

export function orderedModules<Module extends ModuleChoice>(modules: readonly Module[]): Module[] {
  return byLastUse(modules, ({ last_used_at }) => last_used_at ?? '')
}

/** Returns all modules that can be opened, once per company. */
export function openDestinations(companies: readonly CompanyChoice[]): Destination[] {
  return companies.flatMap((company) =>
    company.services.flatMap(({ id: serviceId, modules }) =>
      modules.filter(canOpen).map((module) => ({ company, serviceId, module })),
    ),
  )
}

/**
 * Returns the companies with a visit of the module recorded at `now`. If another visit is recorded later than `now`,
 * which comes from the `Date` header in whole seconds, the time is 1 ms after that visit.
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
  return withModule(companies, { company, module }, (one) => ({ ...one, last_used_at }))
}

/**
 * Returns the companies after the module has become a favourite with this SPID, or is no longer one. `spid` is null for
 * a favourite without SPID.
 */
export function withFavourite(
  companies: readonly CompanyChoice[],
  place: Place,
  { spid, favourite }: { spid: string | null; favourite: boolean },
): CompanyChoice[] {
  return withModule(companies, place, (one) => {
    const others = one.favourites.filter((each) => each !== spid)
    return { ...one, favourites: favourite ? [...others, spid] : others }
  })
}

/** Returns the companies with one module of one company changed. */
function withModule(
  companies: readonly CompanyChoice[],
  { company, module }: Place,
  change: (module: ModuleChoice) => ModuleChoice,
): CompanyChoice[] {
  return companies.map((each) =>
    each.id === company.id
      ? {
          ...each,
          services: each.services.map((service) => ({
            ...service,
            modules: service.modules.map((one) => (one.id === module.id ? change(one) : one)),
          })),
        }
      : each,
  )
}

/** Maximum number of recent destinations. */
const maxRecent = 4

/** Returns the destinations used last, latest first; empty if there is only one destination in total. */
export function recentDestinations(companies: readonly CompanyChoice[]): Destination[] {
  const destinations = openDestinations(companies)
  if (destinations.length < 2) return []
  return destinations
    .filter(({ module }) => module.last_used_at !== null)
    .toSorted((one, other) =>
      (other.module.last_used_at ?? '').localeCompare(one.module.last_used_at ?? ''),
    )
    .slice(0, maxRecent)
}

/** Returns the chosen item, or the only one: a single choice is made automatically (portal.md §2). */
export function chosenOf<Item extends { id: number }>(
  items: readonly Item[],
  chosenId: number | null,
): Item | null {
  const [first] = items
  if (items.length === 1 && first) return first
  return items.find(({ id }) => id === chosenId) ?? null
}
