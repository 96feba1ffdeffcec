/** Where each list was last looked at in this tab: its address by its path. */
const places = new Map<string, string>()

export function rememberPlace(path: string, href: string): void {
  places.set(path, href)
}

/** The way back to a list: as it was left, if that was the same list (of the same service, say). */
export function placeOf({ pathname, href }: { pathname: string; href: string }): string {
  const place = places.get(pathname)
  if (place === undefined) return href
  const left = searchOf(place)
  return [...searchOf(href)].every(([name, value]) => left.get(name) === value) ? place : href
}

const searchOf = (href: string) => new URLSearchParams(href.split('?').slice(1).join('?'))
