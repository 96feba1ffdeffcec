import { Dialog } from '../ui/dialog.tsx'
import { MfaChoice } from './mfa-choice.tsx'
import { MfaCode } from './mfa-code.tsx'
import { RecoveryCode } from './recovery-code.tsx'
import { useMfa, type MfaOptions } from './use-mfa.ts'

/** Second step of a sign-in: a code, or a passkey (portal.md §2, §4; decision 93). */
export function MfaModal(props: MfaOptions) {
  const { onClose } = props
  const mfa = useMfa(props)
  const { sentBy, destinations, hasOwnWay } = mfa
  return (
    <Dialog
      opened
      onClose={() => onClose()}
      closeOnClickOutside={false}
      size="sm"
      title={titleOf(mfa)}
    >
      {sentBy === null ? (
        <MfaChoice
          destinations={destinations}
          hasOwnWay={hasOwnWay}
          starting={mfa.starting}
          error={mfa.invalid}
          onChoose={mfa.choose}
        />
      ) : sentBy === 'RECOVERY_CODE' ? (
        <RecoveryCode
          key={mfa.attempt}
          error={mfa.invalid}
          busy={mfa.checking}
          onIncomplete={mfa.reportIncomplete}
          onCode={(code) => mfa.check(code, sentBy)}
          onOtherWay={mfa.chooseAgain}
        />
      ) : (
        <MfaCode
          type={sentBy}
          destination={destinations[sentBy]}
          // Each attempt starts with an empty field, because a refused code is useless.
          key={mfa.attempt}
          error={mfa.invalid}
          busy={mfa.checking}
          resending={mfa.starting !== null}
          onIncomplete={mfa.reportIncomplete}
          onCode={(code) => mfa.check(code, sentBy)}
          onResend={() => mfa.choose(sentBy)}
          onOtherWay={hasOwnWay ? mfa.chooseAgain : undefined}
        />
      )}
    </Dialog>
  )
}

function titleOf({ sentBy, only, hasOwnWay }: ReturnType<typeof useMfa>): string {
  if (sentBy === 'RECOVERY_CODE') return 'Digite um código de recuperação'
  if (sentBy ?? only) return 'Digite o código de verificação'
  return hasOwnWay ? 'Como você quer confirmar que é você?' : 'Como você quer receber o código?'
}
