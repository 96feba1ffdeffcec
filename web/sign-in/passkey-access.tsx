import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { OrDivider } from '../ui/or-divider.tsx'
import { useFocusAfterBusy } from '../ui/use-focus-after-busy.ts'
import classes from './passkey-access.module.css'

interface PasskeyAccessProps {
  /** Why the last attempt failed; otherwise null. */
  error: string | null
  busy: boolean
  onStart: () => void
}

/** 'Entrar com chave de acesso': the sign-in without password and code (decision 93). */
export function PasskeyAccess({ error, busy, onStart }: PasskeyAccessProps) {
  const button = useFocusAfterBusy(busy)
  return (
    <div className={classes['access']}>
      <OrDivider />
      <Button
        ref={button}
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconKey size={18} stroke={1.7} aria-hidden="true" />}
        loading={busy}
        onClick={onStart}
      >
        Entrar com chave de acesso
      </Button>
      <p role="alert" className={classes['problem']}>
        {error}
      </p>
    </div>
  )
}
