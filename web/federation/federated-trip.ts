import { useMutation } from '@tanstack/react-query'
import type { FederationPurpose } from '../../contract/federation.ts'
import { problems } from '../../contract/problems.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'

interface Trip {
  purpose: FederationPurpose
  /** The domain of the e-mail may choose the provider. */
  email?: string | undefined
}

/** Begins a trip to the identity provider and answers where to go: there, or where the person is told why not. */
export async function beginFederatedTrip({ purpose, email }: Trip): Promise<string> {
  const body = email === undefined ? { purpose } : { purpose, email }
  return (await call('federatedStart', { body })).redirect_uri
}

/** Takes this window to the identity provider, from the handler of a click: no link begins a trip (decision 22). */
export function useFederatedTrip() {
  const trip = useMutation({
    mutationFn: beginFederatedTrip,
    onSuccess: (address) => location.assign(address),
  })
  return {
    leave: (to: Trip) => trip.mutate(to),
    leaving: trip.isPending || trip.isSuccess,
    message: trip.error && tripMessage(trip.error),
  }
}

function tripMessage(problem: Error): string {
  if (!(problem instanceof ApiProblem)) throw problem
  return problem.code === 'too-many-requests' ? problem.httpMessage : problems.internal.message
}
