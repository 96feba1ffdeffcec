import { once } from 'node:events'
import type { Account } from '../../examples/identity-provider/accounts.ts'
import { createIdentityProvider } from '../../examples/identity-provider/identity-provider.ts'
import { findFreePort } from './free-port.ts'
import { FederationWorld, type ProviderFacts } from './federation-world.ts'

/** Starts the demo's identity provider in this process, with the product as its client. */
export async function startRealProvider(accounts: Account[]) {
  const port = await findFreePort()
  const facts: ProviderFacts = {
    issuer: `http://127.0.0.1:${port}`,
    clientId: 'portaria',
    clientSecret: 'segredo-entre-os-dois',
  }
  const world = await FederationWorld.start(facts)
  const server = createIdentityProvider({
    issuer: facts.issuer,
    client: {
      id: facts.clientId,
      secret: facts.clientSecret,
      redirectUris: [`${world.url}/api/federated/callback`],
      postLogoutRedirectUris: [`${world.url}/auth`],
    },
    accounts,
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stopProvider = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return {
    world,
    stopProvider,
    stop: async (): Promise<void> => {
      await world.test.close()
      stopProvider()
    },
  }
}
