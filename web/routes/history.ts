import { createBrowserHistory } from '@tanstack/react-router'

/** The history of this window: one for the sign-in page and for the portal that takes over from it. */
export const history = createBrowserHistory()
