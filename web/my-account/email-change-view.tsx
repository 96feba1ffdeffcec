import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import type { Api } from '../../contract/api.ts'
import { emailMax } from '../../contract/email-shape.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { formatInstant } from '../../contract/shown.ts'
import { refusalOf } from '../form/show-refusal.ts'
import { DecisionButtons } from '../ui/decision-buttons.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notify.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { showAccountRefusal } from './account-refusal.ts'
import classes from './my-account.module.css'

export type EmailState = SuccessOf<Api['emailChangeGet']>

interface EmailDialogProps {
  /** Hours from the start of a change until it takes effect with the confirmation of the new address alone. */
  waitHours: number
  /** Sends the request, after the confirmation of identity. */
  start: (email: string) => Promise<unknown>
  onClose: () => void
  onStarted: () => void
}

/** Dialog with the new e-mail of an account. */
export function EmailDialog({ waitHours, start, onClose, onStarted }: EmailDialogProps) {
  useReturnFocus()
  const [email, setEmail] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const request = useMutation({
    mutationFn: () => start(email.trim()),
    onSuccess: () => {
      notify.success('Alteração pedida. Enviamos um e-mail para cada endereço.')
      onStarted()
      onClose()
    },
    onError: (error) => {
      const problem = refusalOf(error)
      if (problem?.code !== 'own-factor-required') return setMistake(problem?.httpMessage ?? null)
      onClose()
      showAccountRefusal(problem)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const missing = email.trim() === ''
    setMistake(missing ? 'Preencha o campo e-mail!' : null)
    if (!missing && !request.isPending) request.mutate()
  }
  return (
    <Dialog opened onClose={onClose} size="sm" title="Alterar e-mail">
      <form className={classes['form']} onSubmit={submit} noValidate>
        <TextInput
          label="Novo e-mail"
          description={`Os dois endereços recebem um link. A alteração vale quando os dois confirmarem, ou ${waitHours} horas depois do pedido, se só o novo confirmar.`}
          type="email"
          required
          withAsterisk={false}
          maxLength={emailMax}
          value={email}
          error={mistake}
          errorProps={{ role: 'alert' }}
          onChange={({ currentTarget: { value } }) => setEmail(value)}
          data-autofocus
        />
        <DecisionButtons answers={false} danger={false} onCancel={onClose}>
          <Button type="submit" aria-disabled={request.isPending || undefined}>
            Pedir alteração
          </Button>
        </DecisionButtons>
      </form>
    </Dialog>
  )
}

/** Returns what a pending change waits for, as a sentence. */
export function pendingSentence({
  new_confirmed,
  takes_effect_at,
  expires_at,
}: NonNullable<EmailState['pending']>): string {
  return new_confirmed
    ? `O novo endereço confirmou. Vale quando o atual confirmar, ou em ${formatInstant(takes_effect_at)}.`
    : `Aguarda a confirmação do novo endereço até ${formatInstant(expires_at)}.`
}
