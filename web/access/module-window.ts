import { showOpening } from './opening-page.tsx'

/** Window in which a module opens. */
export interface ModuleWindow {
  /** Navigates the window; returns false if the browser blocked it. */
  go: (address: string) => boolean
  close: () => void
}

/**
 * Opens a new window that shows 'Abrindo …' with the name of the module until the module has loaded. Must be called
 * directly in a click handler, because browsers block windows that open later.
 */
export function openModuleWindow(module: string): ModuleWindow {
  const opened = window.open('', '_blank')
  if (opened) {
    showOpening(opened, module)
    // Without `opener` the module cannot control the portal's window. `noopener` would also prevent the navigation
    // below.
    opened.opener = null
  }
  return {
    go(address) {
      if (!opened || opened.closed) return false
      opened.location.replace(address)
      return true
    },
    close: () => opened?.close(),
  }
}

/** The current window, for a link from outside (portal.md §4). */
export function thisWindow(): ModuleWindow {
  return {
    go(address) {
      location.assign(address)
      return true
    },
    close: () => undefined,
  }
}

/** Returns the URL of a module with the code that opens it. Throws if it is not an http(s) URL. */
export function addressWithCode(redirectUri: string, code: string): string {
  const address = new URL(redirectUri)
  if (!/^https?:$/.test(address.protocol)) throw new Error(`Not an http(s) URL: ${redirectUri}`)
  address.searchParams.set('code', code)
  return address.href
}
