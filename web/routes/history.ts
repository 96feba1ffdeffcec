import { createBrowserHistory } from '@tanstack/react-router'

/** History of this window, shared by the sign-in router and the portal router that replaces it. */
export const history = createBrowserHistory()
