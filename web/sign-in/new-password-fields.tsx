import { PasswordInput } from '@mantine/core'
import { useId } from 'react'
import { passwordMaxLength } from '../../contract/password-policy.ts'
import { pasteBlocked } from '../session-state/clipboard-guard.ts'
import { useBlockedPaste } from '../session-state/use-blocked-paste.ts'
import { ErrorLine } from '../ui/error-line.tsx'
import type { Mistakes } from './mistakes.ts'
import { PasswordRules } from './password-rules.tsx'
import classes from './passwords.module.css'

export interface NewPassword {
  newPassword: string
  repeat: string
}

interface NewPasswordFieldsProps {
  /**
   * E-mail of the account, in a hidden field. Without this field a password manager would save the password without a
   * user name.
   */
  email: string
  value: NewPassword
  mistakes: Mistakes<keyof NewPassword>
  onChange: (change: Partial<NewPassword>) => void
}

/** Fields for a new password, its rules and its repetition; for the first access and for an expired password. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { email, value, mistakes, onChange } = props
  const rulesId = useId()
  const paste = useBlockedPaste()
  return (
    <div {...paste.handlers} className={classes['fields']}>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        data-autofocus
        label="Nova senha"
        name="newPassword"
        autoComplete="new-password"
        required
        withAsterisk={false}
        maxLength={passwordMaxLength}
        value={value.newPassword}
        onChange={(event) => onChange({ newPassword: event.currentTarget.value })}
        error={mistakes.newPassword}
        aria-invalid={mistakes.newPassword !== undefined}
        errorProps={{ role: 'alert' }}
        aria-describedby={rulesId}
      />
      <PasswordRules id={rulesId} password={value.newPassword} />
      <PasswordInput
        label="Repita a nova senha"
        name="repeat"
        autoComplete="new-password"
        required
        withAsterisk={false}
        maxLength={passwordMaxLength}
        value={value.repeat}
        onChange={(event) => onChange({ repeat: event.currentTarget.value })}
        error={mistakes.repeat}
        aria-invalid={mistakes.repeat !== undefined}
        errorProps={{ role: 'alert' }}
      />
      <ErrorLine>
        {paste.isBlocked
          ? `${pasteBlocked} Digite a senha ou aceite a que o navegador sugere.`
          : null}
      </ErrorLine>
    </div>
  )
}
