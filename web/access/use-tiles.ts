import { useState } from 'react'
import type { CompanyChoice } from '../../contract/access.ts'
import type { Destination } from './choices.ts'
import { keepOrder, tilesOf, type Tile } from './tiles.ts'

/** Tiles of the access page, in an order that stays the same while the page is open. */
export function useTiles(
  companies: readonly CompanyChoice[],
  spidOf: (destination: Destination) => string | undefined,
): readonly Tile[] {
  const current = tilesOf(companies, spidOf)
  const [shown, setShown] = useState<readonly Tile[]>(current)
  const tiles = keepOrder(shown, current, companies)
  if (tiles.some(({ key }, at) => key !== shown[at]?.key)) setShown(tiles)
  return tiles
}
