import { demoAccounts } from '../examples/identity-provider/accounts.ts'
import { demoPassword } from '../server/testing/portal-client.ts'

/** E-mails that the identity provider knows and nobody of the portal has: each federated person of a test takes one. */
export const freeAccounts = Array.from({ length: 50 }, (_, n) => `federado${n}@provedor.example`)

/** What the identity provider of a browser test's server is told in `ACCOUNTS`. */
export const providerAccounts = JSON.stringify([
  ...demoAccounts,
  ...freeAccounts.map((email) => ({
    sub: email,
    email,
    emailVerified: true,
    name: 'Pessoa do provedor',
    password: demoPassword,
  })),
])
