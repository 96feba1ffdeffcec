import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { StrictMode, type ReactNode } from 'react'
import { watchConnection } from './api/connection.ts'
import { trackMissingParts } from './frame/missing-parts.ts'
import { tolerateMovedNodes } from './ui/moved-nodes.ts'
import { guardClipboard } from './session-state/clipboard-guard.ts'
import { setPreferenceStorage } from './ui/preference.ts'
import { styleNonce } from './ui/style-nonce.ts'
import { cssVariables, theme } from './ui/theme.ts'
import { storage } from './storage.ts'

/** Installs what the screens need once in each document. */
export function prepareDocument(): void {
  setPreferenceStorage(storage)
  tolerateMovedNodes()
  guardClipboard()
  trackMissingParts()
  watchConnection()
}

export const createQueryClient = () =>
  new QueryClient({
    // No retries: a refusal is final. Offline requests fail like any other instead of being paused. A failed query is
    // repeated when the connection is back, unless it has data that only the screen itself may replace.
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => state.status === 'error',
      },
      mutations: { networkMode: 'always' },
    },
  })

interface AppProps {
  /** A router with a different key starts without the state of the previous one. */
  routerKey: number
  router: AnyRouter
  queryClient: QueryClient
  /** Toast container, if there is one. */
  toasts?: ReactNode
}

/** The screens of a router with their theme and query cache. */
export function App({ routerKey, router, queryClient, toasts }: AppProps) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        {toasts}
        <QueryClientProvider client={queryClient}>
          <RouterProvider key={routerKey} router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
