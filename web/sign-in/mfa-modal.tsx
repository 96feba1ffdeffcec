import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { mfaTypes, type MfaType } from '../../contract/mfa-types.ts'
import { call } from '../api/api-client.ts'
import { Dialog } from '../ui/dialog.tsx'
import { MfaChoice } from './mfa-choice.tsx'
import { MfaCode } from './mfa-code.tsx'
import { mfaProblemOf } from './mfa-problem.ts'

/** A sign-in that waits for its second step. */
export interface MfaChallenge {
  session: string
  email: string
  destinations: { EMAIL_OTP?: string | undefined; SMS_MFA?: string | undefined }
  /** Channel of the last code sent; null before. */
  sentBy: MfaType | null
}

interface MfaModalProps {
  challenge: MfaChallenge
  /** Called with the updated challenge after a code was sent. */
  onSent: (challenge: MfaChallenge) => void
  onSignedIn: (answer: SuccessOf<Api['userChangeMfa']>) => void
  /** Called when the user closes the modal, or with a message if the sign-in must start again. */
  onClose: (message?: string) => void
}

/** Second step of a sign-in: the user selects the channel, then enters the code (portal.md §2, §4). */
export function MfaModal({ challenge, onSent, onSignedIn, onClose }: MfaModalProps) {
  const { email, destinations } = challenge
  // The server returns a new session handle with each response.
  const [session, setSession] = useState(challenge.session)
  const [sentBy, setSentBy] = useState(challenge.sentBy)
  const [invalid, setInvalid] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const onError = (error: Error) => {
    const { message, closes } = mfaProblemOf(error)
    if (closes) onClose(message)
    else {
      setInvalid(message)
      setAttempt((last) => last + 1)
    }
  }
  const send = useMutation({
    mutationFn: (answer: MfaType) => call('userChooseMfa', { body: { session, email, answer } }),
    onSuccess: ({ Session }, answer) => {
      setSession(Session)
      setSentBy(answer)
      onSent({ ...challenge, session: Session, sentBy: answer })
      setInvalid(null)
    },
    onError,
  })
  const check = useMutation({
    mutationFn: (answer: { code: string; challengeName: MfaType }) =>
      call('userChangeMfa', { body: { session, email, ...answer } }),
    onSuccess: onSignedIn,
    onError,
  })

  const only = onlyChannel(destinations)
  const sent = useRef(false)
  const { mutate: sendBy } = send
  useEffect(() => {
    // With a single channel the code is sent immediately, and only once.
    if (only === undefined || sentBy !== null || sent.current) return
    sent.current = true
    sendBy(only)
  }, [only, sentBy, sendBy])

  return (
    <Dialog
      opened
      onClose={() => onClose()}
      closeOnClickOutside={false}
      size="sm"
      title={sentBy || only ? 'Digite o código de verificação' : 'Como você quer receber o código?'}
    >
      {sentBy ? (
        <MfaCode
          type={sentBy}
          destination={destinations[sentBy]}
          // Each attempt starts with an empty field, because a refused code is useless.
          key={attempt}
          error={invalid}
          busy={check.isPending || check.isSuccess}
          resending={send.isPending}
          onIncomplete={() => setInvalid('Código inválido.')}
          onCode={(code) => check.mutate({ code, challengeName: sentBy })}
          onResend={() => send.mutate(sentBy)}
        />
      ) : (
        <MfaChoice
          destinations={destinations}
          sending={send.isPending ? send.variables : null}
          onChoose={(type) => send.mutate(type)}
        />
      )}
    </Dialog>
  )
}

/** Returns the channel if there is only one. */
function onlyChannel(destinations: MfaChallenge['destinations']): MfaType | undefined {
  const channels = mfaTypes.filter((type) => destinations[type] !== undefined)
  return channels.length === 1 ? channels[0] : undefined
}
