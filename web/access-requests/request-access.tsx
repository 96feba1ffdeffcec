import { Button, type ButtonProps } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { RequestablePlace } from './requested-place.ts'

const RequestDialog = lazy(() => import('./request-dialog.tsx'))

interface RequestAccessProps extends Pick<ButtonProps, 'variant' | 'className'> {
  /** Token of the sign-in, if the page uses it; by default that of this tab. */
  token?: string | undefined
  /** What is requested. If absent, the dialog searches the modules that the user cannot open. */
  place?: RequestablePlace
}

/** 'Pedir acesso'. Its dialog is loaded when it is first opened. */
export function RequestAccess({ token, place, ...button }: RequestAccessProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={16} stroke={1.8} aria-hidden="true" />}
        {...button}
        onClick={() => setAsking(true)}
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
