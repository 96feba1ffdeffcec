import type { AnyRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, createQueryClient, prepareDocument } from './app.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no element with the id "root".')
const root = createRoot(container)
const queryClient = createQueryClient()
const routers: AnyRouter[] = []

prepareDocument()

/** Renders the screens of a router; `toasts` is the toast container, if there is one. */
export function showApp(router: AnyRouter, toasts?: ReactNode): void {
  if (!routers.includes(router)) {
    routers.push(router)
    router.subscribe('onRendered', removeStaticFrame)
  }
  root.render(
    <App
      routerKey={routers.indexOf(router)}
      router={router}
      queryClient={queryClient}
      toasts={toasts}
    />,
  )
}

/** Removes the frame that the HTML page contains, which is hidden once a screen is rendered. */
const removeStaticFrame = () => document.querySelector('.static-frame')?.remove()
