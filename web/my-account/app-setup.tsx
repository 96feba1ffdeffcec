import { Anchor, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import type { ApiProblem } from '../api/api-problem.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { refusalOf } from '../form/show-refusal.ts'
import { CopyTool } from '../ui/copy-tool.tsx'
import { DecisionButtons } from '../ui/decision-buttons.tsx'
import { notify } from '../ui/notify.ts'
import { showAccountRefusal } from './account-refusal.ts'
import classes from './app-setup.module.css'

/** A new secret, which the server stores only with a code of it. */
export type AppOptions = SuccessOf<Api['totpOptions']>

interface AppSetupProps {
  options: AppOptions
  onClose: () => void
  onCreated: () => void
}

/** Set-up of an authenticator app: QR code, the secret as text, and the first code (RFC 6238). */
export function AppSetup({ options, onClose, onCreated }: AppSetupProps) {
  const { session, secret, uri, qr } = options
  const field = useRef<HTMLInputElement>(null)
  const [mistake, setMistake] = useState<string | null>(null)
  useEffect(() => field.current?.focus(), [])
  const create = useMutation({
    mutationFn: (code: string) =>
      callConfirmed('Cadastrar o aplicativo autenticador na sua conta', 'totpCreate', {
        body: { session, code },
      }),
    onSuccess: () => {
      notify.success('Aplicativo autenticador cadastrado.')
      onCreated()
    },
    onError: (error) => {
      const problem = refusalOf(error)
      if (!problem) return
      if (isAtCode(problem)) setMistake(problem.httpMessage)
      else showAccountRefusal(problem)
      if (problem.code === 'totp-options-expired' || problem.code === 'totp-exists') onClose()
      else field.current?.select()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const code = (field.current?.value ?? '').replaceAll(/\s/g, '')
    const complete = /^\d{6}$/.test(code)
    setMistake(complete ? null : 'Digite os 6 dígitos que o aplicativo mostra.')
    if (!complete) field.current?.focus()
    else if (!create.isPending) create.mutate(code)
  }
  return (
    <form className={classes['setup']} onSubmit={submit} noValidate>
      <img
        className={classes['qr']}
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        width={184}
        height={184}
        alt="Código QR com a chave secreta, que também está escrita abaixo do passo 1."
      />
      <div className={classes['steps']}>
        <p>
          1. No aplicativo autenticador, adicione uma conta e leia o código QR. Se não puder, digite
          esta chave secreta:
        </p>
        <p className={classes['secret']}>
          <code data-allow-clipboard>{groupsOf(secret)}</code>
          <CopyTool
            text={secret}
            label="Copiar chave secreta"
            copiedLabel="Chave secreta copiada"
          />
        </p>
        <p className={classes['here']}>
          <Anchor href={uri}>Abrir o aplicativo neste celular</Anchor>
        </p>
        <TextInput
          ref={field}
          label="2. Código que o aplicativo mostra"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          withAsterisk={false}
          error={mistake}
          errorProps={{ role: 'alert' }}
          data-allow-clipboard
        />
        <DecisionButtons answers={false} danger={false} onCancel={onClose}>
          <Button type="submit" aria-disabled={create.isPending || undefined}>
            Conferir código
          </Button>
        </DecisionButtons>
      </div>
    </form>
  )
}

const isAtCode = ({ code }: ApiProblem): boolean =>
  code === 'totp-code-invalid' || code === 'invalid-input'

/** Writes the secret in groups of four characters, so that it can be typed. */
const groupsOf = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
