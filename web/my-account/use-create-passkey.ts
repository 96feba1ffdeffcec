import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Passkey } from '../../contract/passkeys.ts'
import type { Attestation } from '../../contract/webauthn.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { createPasskey } from '../passkeys/passkey-ceremonies.ts'
import { isAborted, passkeyMessage } from '../passkeys/passkey-message.ts'
import { sendSignal } from '../passkeys/signals.ts'
import { endedSession } from '../session-state/session-end.ts'
import { notify } from '../ui/notify.ts'
import { showAccountRefusal } from './account-refusal.ts'

/**
 * Creates a passkey: the browser asks the user, who then confirms their identity, so that the confirmation covers this
 * passkey and no other. `rpId` is the relying party of the list of passkeys.
 */
export function useCreatePasskey(
  rpId: string | undefined,
  onCreated: (passkey: Passkey) => void,
): { start: () => void; busy: boolean } {
  // `isPending` changes only with the next render.
  const running = useRef(false)
  const create = useMutation({
    mutationFn: async () => {
      const { session, options } = await call('passkeyOptions')
      const credential = await createPasskey(options)
      try {
        return await callConfirmed(
          {
            describe: 'Criar uma chave de acesso para a sua conta',
            consequence: 'Com ela, você entra no portal sem senha e sem código.',
          },
          'passkeyCreate',
          { body: { session, credential } },
        )
      } catch (error) {
        if (isUnstored(error)) void forget(rpId, credential)
        throw error
      }
    },
    onSuccess: onCreated,
    onError: (error) => {
      if (error instanceof ConfirmationCancelled)
        return notify.warning(
          'A chave de acesso não foi criada no portal. Se ela aparecer no seu dispositivo, apague-a lá.',
        )
      if (isAborted(error) || endedSession(error)) return
      if (error instanceof ApiProblem && error.code === 'own-factor-required')
        return showAccountRefusal(error)
      notify.error(passkeyMessage(error, 'create'))
    },
    onSettled: () => void (running.current = false),
  })
  return {
    start: () => {
      if (running.current) return
      running.current = true
      notify.clear()
      create.mutate()
    },
    busy: create.isPending,
  }
}

/** Whether the server certainly has not stored the passkey. Without its response that is unknown. */
const isUnstored = (error: unknown): boolean =>
  error instanceof ConfirmationCancelled || (error instanceof ApiProblem && !error.unanswered)

/** Tells the browser that the portal does not know the passkey, so that it is not offered at the sign-in. */
async function forget(rpID: string | undefined, { id }: Attestation): Promise<void> {
  if (rpID !== undefined)
    await sendSignal({ signalName: 'unknownCredential', rpID, credentialID: id })
}
