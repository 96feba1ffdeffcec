import type { CompanyChoice } from '../../contract/access.ts'
import { nameOrder, openDestinations, recentDestinations, type Destination } from './choices.ts'

/** A place that one press opens: a favourite, or one of the places opened last. */
export interface Tile {
  key: string
  destination: Destination
  /** SPID with which the module opens; undefined if it needs none or asks for one. */
  spid: string | undefined
  favourite: boolean
}

/** Returns the SPID used last for a destination; undefined if there is none to choose. */
type SpidOf = (destination: Destination) => string | undefined

const keyOf = ({ company, module }: Destination, spid: string | undefined) =>
  `${company.id} ${module.id} ${spid ?? ''}`

function tileOf(destination: Destination, spid: string | undefined): Tile {
  const favourite = destination.module.favourites.includes(spid ?? null)
  return { key: keyOf(destination, spid), destination, spid, favourite }
}

/**
 * Returns the favourites by name, then the places opened last that are not among them, latest first. A recent place
 * that would ask for a SPID is left out if one of its SPIDs is a favourite: that tile opens it without a question.
 */
export function tilesOf(companies: readonly CompanyChoice[], spidOf: SpidOf): Tile[] {
  const destinations = openDestinations(companies)
  // The only place is already selected below.
  if (destinations.length < 2) return []
  const favourites = destinations
    .flatMap((each) => each.module.favourites.map((spid) => tileOf(each, spid ?? undefined)))
    .toSorted(
      ({ destination: one }, { destination: other }) =>
        nameOrder().compare(one.module.name, other.module.name) ||
        nameOrder().compare(one.company.name, other.company.name),
    )
  const recent = recentDestinations(companies).map((each) => tileOf(each, spidOf(each)))
  const hasFavourite = ({ spid, destination }: Tile) =>
    spid === undefined && destination.module.favourites.length > 0
  return [...favourites, ...recent.filter((tile) => !tile.favourite && !hasFavourite(tile))]
}

/**
 * Returns the tiles in the order in which they were shown, new ones last, so that no tile moves under the pointer while
 * the page is open. A tile that is no longer favourite or recent stays; one that can no longer be opened disappears.
 */
export function keepOrder(
  shown: readonly Tile[],
  tiles: readonly Tile[],
  companies: readonly CompanyChoice[],
): Tile[] {
  const current = new Map(tiles.map((tile) => [tile.key, tile]))
  const offered = new Map(openDestinations(companies).map((each) => [keyOf(each, undefined), each]))
  const kept = shown.flatMap(({ key, destination, spid }) => {
    const now = offered.get(keyOf(destination, undefined))
    return current.get(key) ?? (now ? tileOf(now, spid) : [])
  })
  const keys = new Set(kept.map(({ key }) => key))
  return [...kept, ...tiles.filter(({ key }) => !keys.has(key))]
}
