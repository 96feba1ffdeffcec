import { storage } from '../storage.ts'

/** Last URL of each list in this tab, by path, with the token of the session that showed it. */
const lastUrls = new Map<string, { href: string; session: string | null }>()

const currentSession = () => storage.get('initial_token')

export function rememberListUrl(path: string, href: string): void {
  lastUrls.set(path, { href, session: currentSession() })
}

/**
 * Returns the URL at which the list was last shown in this session, with filters and page. Returns `href` itself if
 * there is no such URL, or if one of its search parameters has another value than in `href`, such as the modules of
 * another service.
 */
export function lastListUrl({ pathname, href }: { pathname: string; href: string }): string {
  const last = lastUrls.get(pathname)
  // The next user of the tab must not see what the previous one searched for.
  if (last === undefined || last.session !== currentSession()) return href
  const lastSearch = searchOf(last.href)
  return [...searchOf(href)].every(([name, value]) => lastSearch.get(name) === value)
    ? last.href
    : href
}

const searchOf = (href: string) => new URLSearchParams(href.split('?').slice(1).join('?'))
