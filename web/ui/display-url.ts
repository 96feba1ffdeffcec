/** Returns the URL of a function for display: stored with a leading '/', shown without (console.md §3). */
export function displayUrl(url: string): string {
  return url.replace(/^\//, '')
}
