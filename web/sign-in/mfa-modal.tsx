import { Dialog } from '../ui/dialog.tsx'
import { MfaChoice } from './mfa-choice.tsx'
import { MfaCode } from './mfa-code.tsx'
import { useMfa, type MfaOptions } from './use-mfa.ts'

/** Second step of a sign-in: a code by SMS or e-mail, or a passkey (portal.md §2, §4; decision 93). */
export function MfaModal(props: MfaOptions) {
  const { onClose } = props
  const mfa = useMfa(props)
  const { sentBy, destinations } = mfa
  const hasPasskey = destinations.WEB_AUTHN !== undefined
  const question = hasPasskey
    ? 'Como você quer confirmar que é você?'
    : 'Como você quer receber o código?'
  return (
    <Dialog
      opened
      onClose={() => onClose()}
      closeOnClickOutside={false}
      size="sm"
      title={sentBy || mfa.only ? 'Digite o código de verificação' : question}
    >
      {sentBy ? (
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
          onOtherWay={hasPasskey ? mfa.chooseAgain : undefined}
        />
      ) : (
        <MfaChoice
          destinations={destinations}
          starting={mfa.starting}
          error={mfa.invalid}
          onChoose={mfa.choose}
        />
      )}
    </Dialog>
  )
}
