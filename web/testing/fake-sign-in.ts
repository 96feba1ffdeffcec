import { page } from 'vitest/browser'
import type { Handlers } from './fake-api.ts'
import { handle, requestOptions } from './fake-passkeys.ts'
import { button, field } from './screen.ts'
import { administrator } from './signed-in.ts'

/** Handle of a sign-in that waits for its second step. */
export const signInSession = 's'.repeat(43)

/** What a completed sign-in returns. Its token belongs to no company. */
export const signedIn = { access_token: 'e30.eyJzdWIiOiI3In0.x', decodedToken: administrator }

/** Fake endpoints of the sign-in: a passkey signs in, and a password leads to the second step. */
export function signInHandlers(): Handlers {
  return {
    signInOptions: () => ({ federated: true }),
    captchaChallenge: () => ({ provider: 'none' }),
    authPasskeyOptions: () => ({ session: handle, options: requestOptions() }),
    authPasskey: () => signedIn,
    authLocal: () => ({
      Session: signInSession,
      ChallengeName: 'SELECT_MFA_TYPE',
      destinations: {
        EMAIL_OTP: 'a***@portaria.example',
        SMS_MFA: '(**) *****-0100',
        WEB_AUTHN: 'Chave de acesso',
      },
    }),
    userInitialPermissions: () => ({ companies: [] }),
    userVerifyLastAccess: () => ({ formatedDate: null }),
  }
}

/** Submits the form of the sign-in. */
export async function submitPassword(): Promise<void> {
  await field('Usuário (e-mail)').fill('ana@portaria.example')
  await page.getByLabelText('Senha', { exact: true }).fill('Senha-da-Ana-1')
  await button('Acessar').click()
}
