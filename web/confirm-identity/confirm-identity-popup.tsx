import { Button, Loader } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { PopupError, proveByPopup } from '../session-state/federated-popup.ts'
import { dangerFilled } from '../ui/danger.ts'
import { DecisionButtons } from '../ui/decision-buttons.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import classes from './confirm-identity.module.css'
import { identityMessage } from './confirm-identity-problem.ts'

interface ConfirmIdentityPopupProps {
  /** True if the confirmed action removes something. The button then has the danger colour. */
  danger: boolean
  /** True if the buttons answer the question above them: 'Sim' before 'Não' (console.md §2). */
  answers: boolean
  /** Sends the proof and continues; throws the server's refusal. */
  onProof: (proof: string) => Promise<void>
  onCancel: () => void
}

/** Button that opens the 600×600 popup for the confirmation of a federated user (portal.md §2). */
export function ConfirmIdentityPopup(props: ConfirmIdentityPopupProps) {
  const { danger, answers, onProof, onCancel } = props
  const [message, setMessage] = useState<string | null>(null)
  const [waiting, setWaiting] = useState(false)
  const attempt = useRef<AbortController | null>(null)
  useEffect(() => () => attempt.current?.abort(), [])

  const confirm = async () => {
    attempt.current?.abort()
    const current = new AbortController()
    attempt.current = current
    setMessage(null)
    setWaiting(true)
    try {
      await onProof(await proveByPopup(current.signal))
    } catch (error) {
      // Ignore the result if another popup has replaced this one or the modal was closed.
      if (current.signal.aborted) return
      if (!(error instanceof Error)) throw error
      setWaiting(false)
      setMessage(error instanceof PopupError ? error.message : identityMessage(error))
    }
  }

  return (
    <div className={classes['form']}>
      {waiting && (
        <output className={classes['waiting']} aria-label="Situação da confirmação">
          <Loader size={16} aria-hidden="true" />
          Conclua a confirmação na janela que se abriu.
        </output>
      )}
      <ErrorLine>{message}</ErrorLine>
      <DecisionButtons answers={answers} danger={danger} onCancel={onCancel}>
        <Button
          data-autofocus
          className={danger ? dangerFilled : ''}
          rightSection={<IconExternalLink size={15} stroke={1.9} aria-hidden="true" />}
          onClick={() => void confirm()}
        >
          {waiting ? 'Abrir a janela de novo' : answers ? 'Sim' : 'Confirmar identidade'}
        </Button>
      </DecisionButtons>
    </div>
  )
}
