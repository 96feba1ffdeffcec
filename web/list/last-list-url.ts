import { z } from 'zod'
import { storage } from '../storage.ts'

/** Last URL of each list in this tab, by path, with the session and company that showed them. */
const stored = z.object({ owner: z.string(), urls: z.record(z.string(), z.string()) })

/**
 * Identifies the session and the company of this tab. It contains the claims of the token without its signature, so
 * that it is no credential.
 */
const currentOwner = () =>
  [storage.get('initial_token')?.split('.')[1], storage.get('place')].join(' ')

/** Returns the last URLs of this session and company. The next user of the tab must not see what was searched for. */
function lastUrls(): Record<string, string> {
  const text = storage.get('list_urls')
  if (text === null) return {}
  const { data } = stored.safeParse(JSON.parse(text))
  return data?.owner === currentOwner() ? data.urls : {}
}

/** Stores the URL of a list for `lastListUrl`. It survives a reload of the page and ends with the session. */
export function rememberListUrl(path: string, href: string): void {
  const urls = { ...lastUrls(), [path]: href }
  storage.set('list_urls', JSON.stringify({ owner: currentOwner(), urls }))
}

/**
 * Returns the URL at which the list was last shown in this session, with filters and page. Returns `href` itself if
 * there is no such URL, or if one of its search parameters has another value than in `href`, such as the modules of
 * another service.
 */
export function lastListUrl({ pathname, href }: { pathname: string; href: string }): string {
  const last = lastUrls()[pathname]
  if (last === undefined) return href
  const lastSearch = searchOf(last)
  return [...searchOf(href)].every(([name, value]) => lastSearch.get(name) === value) ? last : href
}

const searchOf = (href: string) => new URLSearchParams(href.split('?').slice(1).join('?'))
