import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { ConfirmedOperation } from '../../contract/confirmed-operation.ts'
import { call } from '../api/api-client.ts'
import { assertPasskey } from '../passkeys/passkey-ceremonies.ts'
import { isAborted, passkeyMessage } from '../passkeys/passkey-message.ts'
import { storePasskeyOwner } from '../passkeys/passkey-owner.ts'
import { ErrorLine } from '../ui/error-line.tsx'
import { OrDivider } from '../ui/or-divider.tsx'
import { useFocusAfterBusy } from '../ui/use-focus-after-busy.ts'
import classes from './confirm-identity.module.css'

interface ConfirmIdentityPasskeyProps {
  operations: readonly ConfirmedOperation[]
  /** Requests the code and continues; throws the server's refusal. */
  onSigned: (requestCode: () => Promise<{ code: string }>) => Promise<void>
}

/** Button that signs exactly these writes with a passkey of the user (decision 93). */
export function ConfirmIdentityPasskey({ operations, onSigned }: ConfirmIdentityPasskeyProps) {
  const [message, setMessage] = useState<string | null>(null)
  const sign = useMutation({
    mutationFn: () => onSigned(() => codeFor(operations)),
    onMutate: () => setMessage(null),
    onError: (error) => {
      if (error instanceof NoPasskey) {
        storePasskeyOwner(false)
        setMessage('A sua conta não tem mais chaves de acesso. Use a senha.')
      } else if (!isAborted(error)) setMessage(passkeyMessage(error))
    },
  })
  const button = useFocusAfterBusy(sign.isPending)
  return (
    <div className={classes['passkey']}>
      <OrDivider />
      <Button
        ref={button}
        variant="default"
        fullWidth
        leftSection={<IconKey size={16} stroke={1.8} aria-hidden="true" />}
        loading={sign.isPending}
        onClick={() => sign.mutate()}
      >
        Usar chave de acesso
      </Button>
      <ErrorLine>{message}</ErrorLine>
    </div>
  )
}

class NoPasskey extends Error {}

async function codeFor(operations: readonly ConfirmedOperation[]): Promise<{ code: string }> {
  const named = { operations: [...operations] }
  const { session, options } = await call('userLocalValidatePasskeyOptions', { body: named })
  if (options.allowCredentials.length === 0) throw new NoPasskey()
  const credential = await assertPasskey(options)
  return call('userLocalValidatePasskey', { body: { session, credential, ...named } })
}
