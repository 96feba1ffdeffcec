import { useMutation } from '@tanstack/react-query'
import type { FederationPurpose } from '../../contract/federation.ts'
import { problems } from '../../contract/problems.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import type { LinkRequirements } from './module-target.ts'

interface FlowRequest {
  purpose: FederationPurpose
  /** The domain of the e-mail may select the provider. */
  email?: string | undefined
  /** What the module of a link requires (decision 94). */
  required?: LinkRequirements | undefined
}

/** Starts a flow at the identity provider. Returns the URL to open: the provider's, or that of an error page. */
export async function startFederatedFlow({
  purpose,
  email,
  required,
}: FlowRequest): Promise<string> {
  const body = { purpose, ...required, ...(email !== undefined && { email }) }
  return (await call('federatedStart', { body })).redirect_uri
}

/** Opens the identity provider in this window. Only a click may start a flow, not a link (decision 22). */
export function useFederatedFlow() {
  const flow = useMutation({
    mutationFn: startFederatedFlow,
    onSuccess: (address) => location.assign(address),
  })
  return {
    leave: (request: FlowRequest) => flow.mutate(request),
    leaving: flow.isPending || flow.isSuccess,
    message: flow.error && flowMessage(flow.error),
  }
}

function flowMessage(problem: Error): string {
  if (!(problem instanceof ApiProblem)) throw problem
  const explains = problem.code === 'too-many-requests' || problem.code === 'offline'
  return explains ? problem.httpMessage : problems.internal.message
}
