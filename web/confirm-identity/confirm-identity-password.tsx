import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { passwordMaxLength } from '../../contract/password-policy.ts'
import { dangerFilled } from '../ui/danger.ts'
import { DecisionButtons } from '../ui/decision-buttons.tsx'
import classes from './confirm-identity.module.css'
import { identityMessage } from './confirm-identity-problem.ts'

interface ConfirmIdentityPasswordProps {
  /** E-mail of the account, for password managers. */
  email: string
  submitLabel: string
  /** True if the action removes something. The button then has the danger colour. */
  danger?: boolean
  /** True if the buttons answer the question above them: 'Sim' before 'Não' (console.md §2). */
  answers?: boolean
  /** Checks the password and continues; throws the server's refusal. */
  onPassword: (password: string) => Promise<void>
  /** If absent, there is no cancel button. */
  onCancel?: () => void
}

/** Asks the signed-in user for their password again (portal.md §5, §8). */
export function ConfirmIdentityPassword(props: ConfirmIdentityPasswordProps) {
  const { email, submitLabel, danger = false, answers = false, onPassword, onCancel } = props
  const field = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState<string | null>(null)
  const check = useMutation({
    mutationFn: onPassword,
    onError: (error) => {
      setMessage(identityMessage(error))
      field.current?.select()
    },
  })

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const password = field.current?.value ?? ''
    setMessage(password === '' ? 'Preencha o campo de senha' : null)
    if (password === '') field.current?.focus()
    else if (!check.isPending) check.mutate(password)
  }

  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        ref={field}
        label="Senha"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        maxLength={passwordMaxLength}
        error={message}
        aria-invalid={message !== null}
        errorProps={{ role: 'alert' }}
        data-autofocus
      />
      <DecisionButtons answers={answers} danger={danger} onCancel={onCancel}>
        <Button
          type="submit"
          className={danger ? dangerFilled : ''}
          fullWidth={!onCancel}
          loading={check.isPending}
        >
          {answers ? 'Sim' : submitLabel}
        </Button>
      </DecisionButtons>
    </form>
  )
}
