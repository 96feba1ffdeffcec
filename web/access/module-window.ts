/** The window that a module opens in. */
export interface ModuleWindow {
  /** Answers whether the window was opened: false where the browser has blocked it. */
  go: (address: string) => boolean
  close: () => void
}

/** Opens the window. To be called directly in the click handler: browsers block a window that is opened later. */
export function openModuleWindow(): ModuleWindow {
  const opened = window.open('', '_blank')
  if (opened) {
    opened.document.title = 'Abrindo o módulo…'
    // The module must not reach back into the portal (a `noopener` window could not be sent anywhere later).
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

/** This window, for a person who came by a link from outside (portal.md §4). */
export function thisWindow(): ModuleWindow {
  return {
    go(address) {
      location.assign(address)
      return true
    },
    close: () => undefined,
  }
}

/** The address of a module with the code that opens it; only ever a web address. */
export function addressWithCode(redirectUri: string, code: string): string {
  const address = new URL(redirectUri)
  if (!/^https?:$/.test(address.protocol)) throw new Error(`Not a web address: ${redirectUri}`)
  address.searchParams.set('code', code)
  return address.href
}
