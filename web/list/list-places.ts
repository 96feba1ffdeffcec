/** The address under which each list was last shown in this tab, by the path of the list. */
const places = new Map<string, string>()

export function rememberPlace(path: string, href: string): void {
  places.set(path, href)
}

/**
 * The address that leads back to a list as it was left; the plain address where that was another list, of another
 * service for example.
 */
export function placeOf({ pathname, href }: { pathname: string; href: string }): string {
  const place = places.get(pathname)
  if (place === undefined) return href
  const left = searchOf(place)
  return [...searchOf(href)].every(([name, value]) => left.get(name) === value) ? place : href
}

const searchOf = (href: string) => new URLSearchParams(href.split('?').slice(1).join('?'))
