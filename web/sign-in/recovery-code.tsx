import { Anchor, Button } from '@mantine/core'
import { useEffect, useRef, type SubmitEvent } from 'react'
import { ExactText } from '../ui/exact-text.tsx'
import classes from './mfa.module.css'

interface RecoveryCodeProps {
  error: string | null
  busy: boolean
  onCode: (code: string) => void
  /** Called when the submitted text cannot be a recovery code. */
  onIncomplete: () => void
  /** Returns to the choice. */
  onOtherWay: () => void
}

/** Form for a recovery code, in upper or lower case, with or without hyphens (decision 92). */
export function RecoveryCode({ error, busy, onCode, onIncomplete, onOtherWay }: RecoveryCodeProps) {
  const field = useRef<HTMLInputElement>(null)
  // The dialog is already open, so it does not move the focus itself.
  useEffect(() => field.current?.focus(), [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    const code = field.current?.value.trim() ?? ''
    if (/^[\dA-Za-z][\dA-Za-z -]{22,58}[\dA-Za-z]$/.test(code)) onCode(code)
    else onIncomplete()
  }
  return (
    <form onSubmit={submit} noValidate>
      <p className={classes['hint']}>
        Use um dos códigos que você guardou. Cada um serve uma vez; tanto faz maiúscula ou
        minúscula, com ou sem hífens.
      </p>
      <ExactText
        ref={field}
        label="Código de recuperação"
        autoComplete="off"
        maxLength={60}
        required
        withAsterisk={false}
        aria-invalid={error !== null}
        error={error !== null}
        data-allow-clipboard
        data-autofocus
      />
      <p role="alert" className={classes['error']}>
        {error}
      </p>
      <Button type="submit" fullWidth loading={busy}>
        Confirmar
      </Button>
      <p className={classes['resend']}>
        <Anchor component="button" type="button" size="sm" disabled={busy} onClick={onOtherWay}>
          Usar outra forma
        </Anchor>
      </p>
    </form>
  )
}
