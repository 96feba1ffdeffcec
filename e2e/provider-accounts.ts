import { demoAccounts } from '../examples/identity-provider/accounts.ts'
import { demoPassword } from '../test/testing/portal-client.ts'

/** E-mails with an account at the identity provider, but not in the portal; each federated test user takes one. */
export const freeAccounts = Array.from({ length: 50 }, (_, n) => `federado${n}@provedor.example`)

/** Value of `ACCOUNTS` for the test server's identity provider. */
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
