import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { isEmail } from '../../contract/email-shape.ts'
import { useApi } from '../api/use-api.ts'
import { OrDivider } from '../ui/or-divider.tsx'
import classes from './federated-access.module.css'
import { useFederatedTrip } from './federated-trip.ts'
import { federationMessage, type FederationProblem } from './federation-problem.ts'
import { leadsToModule } from './module-target.ts'

interface FederatedAccessProps {
  /** Why the last sign-in at the provider brought no session. */
  problem: FederationProblem | undefined
  /** The text of the user field: the domain of the e-mail may choose the provider. */
  typedEmail: () => string
}

/** 'Acesso Federado' opens the single sign-on page, where this installation has one (portal.md §2). */
export function FederatedAccess({ problem, typedEmail }: FederatedAccessProps) {
  const options = useApi('signInOptions')
  const trip = useFederatedTrip()
  const message = trip.message ?? (problem && federationMessage(problem))
  const leave = () => {
    const typed = typedEmail()
    const email = isEmail(typed) ? typed : undefined
    trip.leave({ purpose: leadsToModule() ? 'redirect' : 'sign-in', email })
  }
  return (
    <>
      {options.data?.federated && (
        <div className={classes['access']}>
          <OrDivider />
          <Button
            variant="default"
            size="md"
            fullWidth
            leftSection={<IconShieldLock size={18} stroke={1.7} aria-hidden="true" />}
            loading={trip.leaving}
            onClick={leave}
          >
            Acesso Federado
          </Button>
        </div>
      )}
      {message && (
        <p role="alert" className={classes['problem']}>
          {message}
        </p>
      )}
    </>
  )
}
