import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { RequestablePlace } from './requested-place.ts'

const RequestDialog = lazy(() => import('./request-dialog.tsx'))

interface RequestAccessProps {
  /** Token of the sign-in, if the page uses it; by default that of this tab. */
  token?: string | undefined
  /** What is requested. If absent, the dialog searches the modules that the user cannot open. */
  place?: RequestablePlace
  /** Whether the request is already pending. The button then stays, so that nothing moves, and does nothing. */
  asked?: boolean
}

/** 'Pedir acesso'. Its dialog is loaded when it is first opened. */
export function RequestAccess({ token, place, asked = false }: RequestAccessProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={16} stroke={1.8} aria-hidden="true" />}
        {...(asked && { 'data-disabled': true })}
        aria-disabled={asked || undefined}
        onClick={() => setAsking(!asked)}
      >
        Pedir acesso
      </Button>
      {asking && (
        <Suspense>
          <RequestDialog token={token} place={place} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
