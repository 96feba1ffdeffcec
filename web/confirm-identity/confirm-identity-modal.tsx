import { useState } from 'react'
import { problems } from '../../contract/problems.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { Dialog } from '../ui/dialog.tsx'
import classes from './confirm-identity.module.css'
import { ConfirmIdentityPasskey } from './confirm-identity-passkey.tsx'
import { ConfirmIdentityPassword } from './confirm-identity-password.tsx'
import { ConfirmIdentityPopup } from './confirm-identity-popup.tsx'
import type { OpenConfirmation } from './confirm-identity-request.ts'
import { isPasskeyOwner } from '../passkeys/passkey-owner.ts'
import { supportsPasskeys } from '../passkeys/passkey-support.ts'
import { Termo } from '../links/termo.tsx'
import { endedSession } from '../session-state/session-end.ts'
import { companyAndSpid, isFederated, useSession } from '../session-state/session.ts'
import { ChangeList } from '../ui/change-list.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { useOverflow } from './use-overflow.ts'

/** Modal in which the user confirms their identity for exactly the described writes (portal.md §2, §4). */
export default function ConfirmIdentityModal({ confirmation }: { confirmation: OpenConfirmation }) {
  const { question, describe, changes = [], consequence, danger = false } = confirmation
  const { operations, cancel } = confirmation
  useReturnFocus()
  const { box, overflows } = useOverflow()
  const { userData } = useSession()
  const email = userData?.user.email ?? ''
  const federated = isFederated(userData)
  const company = companyAndSpid(userData)
  // Fixed while the modal is open, so that the button does not disappear under the pointer.
  const [offersPasskey] = useState(() => !federated && supportsPasskeys() && isPasskeyOwner())
  const instruction = federated
    ? 'Confirme sua identidade para continuar'
    : 'Insira sua senha para continuar a operação'

  const confirmWith = async (requestCode: () => Promise<{ code: string }>) => {
    try {
      const { code } = await requestCode()
      if (!code) throw new ApiProblem({ ...unreadable, status: 200 })
      confirmation.confirm(code)
    } catch (error) {
      if (!(error instanceof Error) || !endedSession(error)) throw error
      // `endedSession` has already shown that the session is over.
      cancel()
    }
  }

  return (
    <Dialog
      opened
      onClose={cancel}
      closeOnClickOutside={false}
      size={changes.length > 0 ? 'md' : 'sm'}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
      title={question ?? instruction}
    >
      <div
        ref={box}
        className={classes['described']}
        data-danger={danger || undefined}
        // The description is a tab stop only if it overflows, so that keyboard users can scroll it.
        {...(overflows && { tabIndex: 0, role: 'region', 'aria-label': 'Você está confirmando' })}
      >
        <dl>
          {company !== null && (
            <>
              <dt>Empresa em que você atua</dt>
              <dd>{company}</dd>
            </>
          )}
          <dt>
            Você está <Termo of="confirmation">confirmando</Termo>
          </dt>
          <dd>{describe}</dd>
          {consequence !== undefined && <dd className={classes['consequence']}>{consequence}</dd>}
          {changes.length > 0 && (
            <>
              <dt>O que muda</dt>
              <dd className={classes['changes']}>
                <ChangeList changes={changes} />
              </dd>
            </>
          )}
        </dl>
      </div>
      {question !== undefined && <p className={classes['instruction']}>{instruction}</p>}
      {federated ? (
        <ConfirmIdentityPopup
          danger={danger}
          answers={question !== undefined}
          onCancel={cancel}
          onProof={(proof) =>
            confirmWith(() =>
              call('userLocalValidateToken', {
                body: { token: proof, operations: [...operations] },
              }),
            )
          }
        />
      ) : (
        <ConfirmIdentityPassword
          email={email}
          submitLabel="Confirmar"
          danger={danger}
          answers={question !== undefined}
          onCancel={cancel}
          onPassword={(password) =>
            confirmWith(() =>
              call('userLocalValidatePassword', {
                body: { email, password, operations: [...operations] },
              }),
            )
          }
        />
      )}
      {offersPasskey && <ConfirmIdentityPasskey operations={operations} onSigned={confirmWith} />}
    </Dialog>
  )
}

const unreadable = { code: 'unreadable', httpMessage: problems.internal.message } as const
