import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useEffect, useId, useState, type RefObject, type SubmitEvent } from 'react'
import { isEmail } from '../../contract/email-shape.ts'
import { pasteBlocked } from '../session-state/clipboard-guard.ts'
import { useBlockedPaste } from '../session-state/use-blocked-paste.ts'
import { ErrorLine } from '../ui/error-line.tsx'

export interface Credentials {
  user: string
  password: string
}

interface CredentialsFormProps {
  userField: RefObject<HTMLInputElement | null>
  passwordField: RefObject<HTMLInputElement | null>
  /** E-mail that was already typed on another screen. If set, the password gets the focus. */
  typedEmail: string | undefined
  /** Error message if the server has refused the sign-in; otherwise null. */
  error: string | null
  busy: boolean
  /** Called on every input. */
  onBegin: (() => void) | undefined
  /** Called on each attempt to submit, so that an old message disappears. */
  onAttempt: () => void
  onSubmit: (credentials: Credentials) => void
}

type Field = 'user' | 'password'

/** Returns the first mistake, in the order of portal.md §5. */
function firstMistake({ user, password }: Credentials): { field: Field; message: string } | null {
  if (user === '') return { field: 'user', message: 'Insira o e-mail.' }
  if (password === '') return { field: 'password', message: 'Insira a senha.' }
  if (!isEmail(user)) {
    return { field: 'user', message: 'Preencha os campos corretamente.' }
  }
  return null
}

/** How to enter a password that cannot be pasted. */
const typeInstead = 'Digite a senha; a temporária pode ser em minúsculas e sem hífens.'

/** E-mail and password fields with their error line (portal.md §2). `clipboard-guard.ts` blocks copy and paste. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { userField, passwordField, typedEmail, error, busy, onBegin, onAttempt, onSubmit } = props
  const [mistake, setMistake] = useState<{ field: Field; message: string } | null>(null)
  const errorId = useId()
  const paste = useBlockedPaste()
  const message = paste.isBlocked ? `${pasteBlocked} ${typeInstead}` : (mistake?.message ?? error)

  useEffect(() => {
    if (typedEmail) passwordField.current?.focus()
    else userField.current?.focus()
  }, [userField, passwordField, typedEmail])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    const credentials = {
      user: userField.current?.value.trim() ?? '',
      password: passwordField.current?.value ?? '',
    }
    const found = firstMistake(credentials)
    setMistake(found)
    onAttempt()
    if (found) (found.field === 'user' ? userField : passwordField).current?.focus()
    else onSubmit(credentials)
  }
  const markOf = (field: Field) =>
    mistake?.field === field || (error !== null && !mistake)
      ? { error: true, 'aria-describedby': errorId }
      : {}

  return (
    <form
      {...paste.handlers}
      onSubmit={submit}
      onInput={() => {
        paste.handlers.onInput()
        onBegin?.()
      }}
      noValidate
    >
      <TextInput
        ref={userField}
        label="Usuário (e-mail)"
        type="email"
        name="user"
        defaultValue={typedEmail}
        // Browsers offer passkeys among the suggestions.
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        size="md"
        {...markOf('user')}
      />
      <PasswordInput
        ref={passwordField}
        label="Senha"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        size="md"
        {...markOf('password')}
      />
      <ErrorLine id={errorId}>{message}</ErrorLine>
      <Button type="submit" size="md" fullWidth loading={busy}>
        Acessar
      </Button>
    </form>
  )
}
