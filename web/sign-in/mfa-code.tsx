import { Anchor, Button, PinInput } from '@mantine/core'
import { useId, useState, type ClipboardEvent, type SubmitEvent } from 'react'
import type { CodeFactor } from '../../contract/mfa-types.ts'
import { codeInText } from './code-in-text.ts'
import classes from './mfa.module.css'

const codeLength = 6

interface MfaCodeProps {
  type: CodeFactor
  /** Masked phone number or e-mail that the code was sent to. */
  destination: string | undefined
  error: string | null
  busy: boolean
  resending: boolean
  onCode: (code: string) => void
  /** Called on a submit with fewer than six digits, and on a paste without a code. */
  onIncomplete: () => void
  onResend: () => void
  /** Returns to the choice; undefined if there is no other way. */
  onOtherWay: (() => void) | undefined
}

/** Entry of the six digits; submitted automatically with the sixth (portal.md §5). */
export function MfaCode(props: MfaCodeProps) {
  const { type, destination, error, busy, resending, onCode, onIncomplete, onResend, onOtherWay } =
    props
  const [code, setCode] = useState('')
  const errorId = useId()

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code.length === codeLength) onCode(code)
    else onIncomplete()
  }

  // Handle the paste in the capture phase, before the fields, which accept only six digits.
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    const pasted = codeInText(event.clipboardData.getData('text/plain'))
    if (pasted === undefined) return onIncomplete()
    setCode(pasted)
    onCode(pasted)
  }

  return (
    <form onSubmit={submit} noValidate>
      <p className={classes['hint']}>{sentence(type, destination ?? '')}</p>
      <fieldset className={classes['entry']} onPasteCapture={paste}>
        <legend>Código de verificação</legend>
        <PinInput
          className={classes['pin'] ?? ''}
          data-allow-clipboard
          length={codeLength}
          type="number"
          // 'text' instead of 'tel', because HTML allows `autocomplete="one-time-code"` only on text fields.
          inputType="text"
          aria-label={`Código de ${codeLength} dígitos`}
          size="md"
          gap={8}
          placeholder=""
          oneTimeCode
          value={code}
          onChange={setCode}
          onComplete={onCode}
          readOnly={busy}
          error={error !== null}
          getInputProps={(index) => ({
            // Each code is entered from its first digit. `data-autofocus` covers the case that the dialog sets its
            // focus later.
            autoFocus: index === 0,
            'data-autofocus': index === 0 || undefined,
            'aria-label': `Dígito ${index + 1} de ${codeLength}`,
            'aria-describedby': errorId,
          })}
        />
      </fieldset>
      <p id={errorId} role="alert" className={classes['error']}>
        {error}
      </p>
      <Button type="submit" fullWidth loading={busy}>
        Confirmar
      </Button>
      {type !== 'SOFTWARE_TOKEN_MFA' && (
        <p className={classes['resend']}>
          Não recebeu?{' '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            disabled={resending || busy}
            onClick={onResend}
          >
            {resending ? 'Enviando…' : 'Reenviar código'}
          </Anchor>
        </p>
      )}
      {onOtherWay && (
        <p className={classes['resend']}>
          <Anchor component="button" type="button" size="sm" disabled={busy} onClick={onOtherWay}>
            Usar outra forma
          </Anchor>
        </p>
      )}
    </form>
  )
}

function sentence(type: CodeFactor, destination: string): string {
  if (type === 'SOFTWARE_TOKEN_MFA')
    return 'Digite o código que o aplicativo autenticador mostra agora. Ele é conferido assim que você digita o sexto número.'
  return type === 'SMS_MFA'
    ? `Enviamos um código por SMS para ${destination}. Ele é conferido assim que você digita o sexto número.`
    : `Enviamos um código para o e-mail ${destination}. Ele é conferido assim que você digita o sexto número.`
}
