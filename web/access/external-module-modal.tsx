import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useFederatedFlow } from '../session-state/federated-flow.ts'
import { call } from '../api/api-client.ts'
import { encodedCredentials } from '../api/basic-credentials.ts'
import { ConfirmIdentityPassword } from '../confirm-identity/confirm-identity-password.tsx'
import type { LinkRequirements } from '../session-state/module-target.ts'
import { endedSession } from '../session-state/session-end.ts'
import { isFederated, useSession } from '../session-state/session.ts'
import { queryOf } from '../api/query-of.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { OrDivider } from '../ui/or-divider.tsx'
import classes from './external-module-modal.module.css'

interface ExternalModuleModalProps {
  token: string
  module: string
  company: string
  /** What the module requires of the sign-in. */
  required: LinkRequirements
  onVerified: () => void
  onClose: () => void
}

/**
 * Asks before the module of a link from outside opens. Only for users who were already signed in (portal.md §2,
 * decision 13).
 */
export function ExternalModuleModal(props: ExternalModuleModalProps) {
  const { token, module, company, required, onVerified, onClose } = props
  const { userData } = useSession()
  const federated = isFederated(userData)
  const options = useQuery(queryOf('signInOptions'))
  const flow = useFederatedFlow()
  const email = userData?.user.email ?? ''

  const verify = async (password: string) => {
    try {
      const basic = encodedCredentials(email, password)
      await call('userLocalAuthValidate', { token, body: { basic } })
    } catch (error) {
      if (!(error instanceof Error) || !endedSession(error)) throw error
      return
    }
    onVerified()
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      size="sm"
      title={`Continuar para ${module}?`}
    >
      <p className={classes['text']}>
        Para abrir este módulo pela empresa <strong>{company}</strong>, como pede um endereço de
        fora do portal, confirme que é você.
      </p>
      {!federated && (
        <ConfirmIdentityPassword email={email} submitLabel="Continuar" onPassword={verify} />
      )}
      {(federated || options.data?.federated) && (
        <div className={classes['federated']}>
          {!federated && <OrDivider />}
          <Button
            variant={federated ? 'filled' : 'default'}
            fullWidth
            data-autofocus={federated || undefined}
            leftSection={<IconShieldLock size={17} stroke={1.7} aria-hidden="true" />}
            loading={flow.leaving}
            onClick={() => flow.leave({ purpose: 'redirect', email, required })}
          >
            Continuar com Acesso Federado
          </Button>
          <ErrorLine>{flow.message}</ErrorLine>
        </div>
      )}
    </Dialog>
  )
}
