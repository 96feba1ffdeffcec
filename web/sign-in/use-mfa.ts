import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import {
  isOwnCode,
  mfaTypes,
  secondFactors,
  type CodeFactor,
  type MfaType,
  type SecondFactor,
} from '../../contract/mfa-types.ts'
import { call } from '../api/api-client.ts'
import { assertPasskey } from '../passkeys/passkey-ceremonies.ts'
import { isAborted } from '../passkeys/passkey-message.ts'
import { supportsPasskeys } from '../passkeys/passkey-support.ts'
import { mfaProblemOf, passkeyFactorProblemOf, type MfaProblem } from './mfa-problem.ts'

/** A sign-in that waits for its second step. */
export interface MfaChallenge {
  session: string
  email: string
  destinations: Partial<Record<SecondFactor, string | undefined>>
  /** Channel of the last code sent, or the chosen `ownCodes` factor; null before. */
  sentBy: CodeFactor | null
}

export interface MfaOptions {
  challenge: MfaChallenge
  /** Called with the updated challenge after a code was sent. */
  onSent: (challenge: MfaChallenge) => void
  onSignedIn: (answer: SuccessOf<Api['userChangeMfa']>) => void
  /** Called when the user closes the modal, or with a message if the sign-in must start again. */
  onClose: (message?: string) => void
}

/** State of the second step of a sign-in: sends and checks codes, and uses passkeys (portal.md §4, decision 93). */
export function useMfa({ challenge, onSent, onSignedIn, onClose }: MfaOptions) {
  const { email } = challenge
  // The server returns a new session handle with each response.
  const [session, setSession] = useState(challenge.session)
  const [sentBy, setSentBy] = useState(challenge.sentBy)
  const [invalid, setInvalid] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const show = ({ message, closes }: MfaProblem) => {
    if (closes) return onClose(message)
    setInvalid(message)
    setAttempt((last) => last + 1)
  }
  const onError = (error: Error) => show(mfaProblemOf(error))
  const proceed = (next: string, channel: CodeFactor | null) => {
    setSession(next)
    setSentBy(channel)
    onSent({ ...challenge, session: next, sentBy: channel })
    setInvalid(null)
  }
  const send = useMutation({
    mutationFn: (answer: MfaType) => call('userChooseMfa', { body: { session, email, answer } }),
    onSuccess: ({ Session }, answer) => proceed(Session, answer),
    onError,
  })
  const check = useMutation({
    mutationFn: (answer: { code: string; challengeName: CodeFactor }) =>
      call('userChangeMfa', { body: { session, email, ...answer } }),
    onSuccess: onSignedIn,
    onError,
  })
  const sign = useMutation({
    mutationFn: async () => {
      const challengeName = 'WEB_AUTHN'
      const body = { session, email, answer: challengeName } as const
      const { Session, options } = await call('userChooseMfa', { body })
      proceed(Session, null)
      if (!options) throw new Error('The server returned no options for a passkey.')
      const credential = await assertPasskey(options)
      return call('userChangeMfa', { body: { session: Session, email, challengeName, credential } })
    },
    onSuccess: onSignedIn,
    onError: (error) => {
      if (!isAborted(error)) show(passkeyFactorProblemOf(error))
    },
  })

  const destinations = usableOf(challenge.destinations)
  const only = onlyChannel(destinations)
  useSendOnce(only, sentBy, send.mutate)
  const signing = sign.isPending || sign.isSuccess
  return {
    destinations,
    /** Whether a factor other than sent codes is offered. */
    hasOwnWay: secondFactors.some(
      (way) => !mfaTypes.some((type) => type === way) && destinations[way] !== undefined,
    ),
    only,
    sentBy,
    invalid,
    /** Changes with each refused code. */
    attempt,
    /** The way that is being started. */
    starting: send.isPending ? send.variables : signing ? ('WEB_AUTHN' as const) : null,
    checking: check.isPending || check.isSuccess,
    choose: (way: SecondFactor) => {
      setInvalid(null)
      if (way === 'WEB_AUTHN') sign.mutate()
      else if (isOwnCode(way)) proceed(session, way)
      else send.mutate(way)
    },
    check: (code: string, challengeName: CodeFactor) => check.mutate({ code, challengeName }),
    reportIncomplete: () => setInvalid('Código inválido.'),
    /** Returns to the choice. */
    chooseAgain: () => {
      setInvalid(null)
      setSentBy(null)
    },
  }
}

/** With a single channel the code is sent immediately, and only once. */
function useSendOnce(
  only: MfaType | undefined,
  sentBy: CodeFactor | null,
  send: (channel: MfaType) => void,
): void {
  const sent = useRef(false)
  useEffect(() => {
    if (only === undefined || sentBy !== null || sent.current) return
    sent.current = true
    send(only)
  }, [only, sentBy, send])
}

type Destinations = MfaChallenge['destinations']

/** Returns the ways that this browser can use. */
const usableOf = ({ WEB_AUTHN, ...codes }: Destinations): Destinations =>
  supportsPasskeys() ? { WEB_AUTHN, ...codes } : codes

/** Returns the channel if there is no other way. */
function onlyChannel(destinations: Destinations): MfaType | undefined {
  const offered = secondFactors.filter((way) => destinations[way] !== undefined)
  return offered.length === 1 ? mfaTypes.find((type) => type === offered[0]) : undefined
}
