import './api/zod-setup.ts'
import './ui/mantine.css'
import './ui/theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { noteMissingParts } from './frame/missing-parts.ts'
import { router } from './routes/router.tsx'
import { guardClipboard } from './session-state/clipboard-guard.ts'
import { styleNonce } from './ui/style-nonce.ts'
import { cssVariables, theme } from './ui/theme.ts'
import { Toasts } from './ui/toasts.tsx'
import { storage } from './storage.ts'
import { keepDensityIn } from './ui/density.ts'

keepDensityIn({
  get: () => storage.get('density'),
  set: (density) => storage.set('density', density),
  subscribe: storage.subscribe,
})

const queryClient = new QueryClient({
  // Nothing is retried by itself: a refusal stays a refusal. Being offline fails like any other call, and does not
  // wait.
  defaultOptions: { queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false } },
})

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id "root".')

guardClipboard()
noteMissingParts()
createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <Toasts />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
