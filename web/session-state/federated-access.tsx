import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { isEmail } from '../../contract/email-shape.ts'
import { queryOf } from '../api/query-of.ts'
import { OrDivider } from '../ui/or-divider.tsx'
import classes from './federated-access.module.css'
import { useFederatedFlow } from './federated-flow.ts'
import { federationMessage, type FederationProblem } from './federation-problem.ts'
import { leadsToModule, linkRequirements } from './module-target.ts'

interface FederatedAccessProps {
  /** Whether a divider separates it from the form. */
  divided: boolean
  /** Why the last sign-in at the provider failed. */
  problem: FederationProblem | undefined
  /** Returns the text of the user field; the domain of the e-mail may select the provider. */
  typedEmail: () => string
}

/** 'Acesso Federado' opens the single sign-on page, if this installation has one (portal.md §2). */
export function FederatedAccess({ divided, problem, typedEmail }: FederatedAccessProps) {
  const options = useQuery(queryOf('signInOptions'))
  const flow = useFederatedFlow()
  const message = flow.message ?? (problem && federationMessage(problem))
  const leave = () => {
    const typed = typedEmail()
    const email = isEmail(typed) ? typed : undefined
    flow.leave(
      leadsToModule()
        ? { purpose: 'redirect', email, required: linkRequirements() }
        : { purpose: 'sign-in', email },
    )
  }
  return (
    <>
      {options.data?.federated && (
        <div className={classes['access']}>
          {divided && <OrDivider />}
          <Button
            variant="default"
            size="md"
            fullWidth
            leftSection={<IconShieldLock size={18} stroke={1.7} aria-hidden="true" />}
            loading={flow.leaving}
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
