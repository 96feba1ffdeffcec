import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Acr } from '../../contract/authentication.ts'
import { RecordLink } from '../links/record-link.tsx'
import { toMyAccount } from '../paths.ts'
import type { LinkRequirements } from '../session-state/module-target.ts'
import { isFederated, useSession } from '../session-state/session.ts'
import { signInAgain } from '../session-state/sign-in-again.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { Destination } from './choices.ts'
import type { SignInRequirement } from './sign-in-requirement.ts'

interface SignInAgainModalProps {
  destination: Destination
  code: SignInRequirement
  required?: LinkRequirements | undefined
  onClose: () => void
}

/** Shown when a module requires a stronger or more recent sign-in: offers to sign in again (decision 94). */
export function SignInAgainModal({ destination, code, required, onClose }: SignInAgainModalProps) {
  const { company, module } = destination
  const federated = isFederated(useSession().userData)
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    const asked = { ...askedFor[code], ...required }
    void signInAgain({ moduleId: module.id, companyId: company.id }, asked)
  }
  return (
    <Dialog opened onClose={onClose} size="sm" title="Entre novamente">
      <p>
        Para abrir <strong>{module.name}</strong> pela empresa <strong>{company.name}</strong>,{' '}
        {federated ? federatedReasons[code] : reasons[code]} O módulo abre em seguida.
      </p>
      {code !== 'sign-in-too-old' && !federated && (
        <p>
          Você ainda não tem?{' '}
          <RecordLink {...toMyAccount()} inline>
            Crie em Minha conta
          </RecordLink>{' '}
          e entre novamente.
        </p>
      )}
      <Button fullWidth data-autofocus loading={leaving} onClick={leave}>
        Entrar novamente
      </Button>
    </Dialog>
  )
}

/** What the sign-in page and an identity provider are asked for, unless the link says it. */
const askedFor: Readonly<Record<SignInRequirement, { acr_values?: Acr }>> = {
  'passkey-required': { acr_values: 'phr' },
  'second-factor-required': { acr_values: 'mfa' },
  'sign-in-too-old': {},
}

const reasons: Readonly<Record<SignInRequirement, string>> = {
  'passkey-required': 'entre com a sua chave de acesso.',
  'second-factor-required': 'entre com a chave de acesso ou com o aplicativo autenticador.',
  'sign-in-too-old': 'é preciso ter entrado há pouco tempo.',
}

const federatedReasons: Readonly<Record<SignInRequirement, string>> = {
  'passkey-required': 'o seu provedor de identidade precisa confirmar uma chave de acesso.',
  'second-factor-required': 'o seu provedor de identidade precisa confirmar um segundo fator.',
  'sign-in-too-old': 'é preciso ter entrado no seu provedor de identidade há pouco tempo.',
}
