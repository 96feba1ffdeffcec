import type { CDPSession, Page } from '@playwright/test'

/** An authenticator that Chromium simulates. */
export interface Authenticator {
  /** Whether the user passes the verification, such as a fingerprint. */
  setVerified: (isUserVerified: boolean) => Promise<void>
  /** Number of stored passkeys. */
  count: () => Promise<number>
}

/** Adds an authenticator with user verification, whose user always reacts, to a page. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async setVerified(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
