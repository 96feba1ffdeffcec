import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { trackMissingParts } from './frame/missing-parts.ts'
import { tolerateMovedNodes } from './ui/moved-nodes.ts'
import { guardClipboard } from './session-state/clipboard-guard.ts'
import { setDensityStorage } from './ui/density.ts'
import { styleNonce } from './ui/style-nonce.ts'
import { cssVariables, theme } from './ui/theme.ts'
import { storage } from './storage.ts'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no element with the id "root".')
const root = createRoot(container)

const queryClient = new QueryClient({
  // No retries: a refusal is final. Offline requests fail like any other instead of being paused.
  defaultOptions: { queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false } },
})

setDensityStorage({
  get: () => storage.get('density'),
  set: (density) => storage.set('density', density),
  subscribe: storage.subscribe,
})
tolerateMovedNodes()
guardClipboard()
trackMissingParts()

const routers: AnyRouter[] = []

/** Renders the screens of a router; `toasts` is the toast container, if there is one. */
export function showApp(router: AnyRouter, toasts?: ReactNode): void {
  if (!routers.includes(router)) routers.push(router)

  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        {toasts}
        <QueryClientProvider client={queryClient}>
          {/* A different router starts without the state of the previous one. */}
          <RouterProvider key={routers.indexOf(router)} router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
