/** The url of a function as people read it: stored with a leading '/', shown without (console.md §3). */
export function shownUrl(url: string): string {
  return url.replace(/^\//, '')
}
