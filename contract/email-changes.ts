import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInPath, instant } from './fields.ts'
import { personEmail } from './person-fields.ts'

/** Page of the links in the mails. The code is in the fragment, which browsers do not send to servers. */
export const emailChangePath = '/email-change'

/** Code of a link: 256 random bits in base64url. */
const linkCode = z.string('Este link não vale.').regex(/^[\w-]{43}$/, 'Este link não vale.')

/** A pending change, as the user and administrators see it. */
const pendingChange = z.object({
  new_email: z.string(),
  started_at: instant,
  /** Whether the user started it; otherwise an administrator did. */
  by_owner: z.boolean(),
  /** When it takes effect if only the new mailbox has confirmed it. */
  takes_effect_at: instant,
  /** When it ends if the new mailbox has not confirmed it. */
  expires_at: instant,
  old_confirmed: z.boolean(),
  new_confirmed: z.boolean(),
})

const state = z.object({
  /** Current e-mail. */
  email: z.string(),
  pending: pendingChange.nullable(),
  /** Hours from the start of a change until it takes effect if only the new mailbox has confirmed it. */
  wait_hours: z.int(),
})

const newEmail = z.strictObject({ email: personEmail })
const withCode = z.strictObject({ code: linkCode })
const ofUser = z.strictObject({ userId: idInPath })

const started = {
  event: 'email-change.started',
  past: 'Alteração de e-mail pedida',
} as const
const cancelled = {
  event: 'email-change.cancelled',
  past: 'Alteração de e-mail cancelada',
} as const

const startProblems = [
  'email-change-same',
  'email-change-exists',
  'email-change-federated',
  'recovery-pending',
  'recovery-frozen',
  'own-factor-required',
] as const

/**
 * Changes of the e-mail of a user, which is also the sign-in name (decision 98). Both mailboxes get a link. A change
 * takes effect at once if both confirm, otherwise 72 hours after its start if the new one has confirmed.
 */
export const emailChanges = {
  emailChangeGet: endpoint({
    method: 'GET',
    path: '/user/email-change',
    summary: 'The e-mail of the caller, and its pending change.',
    access: 'signed-in',
    audit: 'none',
    success: state,
    problems: [],
  }),
  emailChangeStart: endpoint({
    method: 'POST',
    path: '/user/email-change',
    summary:
      'Starts a change of the e-mail of the caller and mails links to both addresses. A caller with a passkey or an authenticator app needs a session that used one, or confirms by passkey. Forbidden to users of an identity provider.',
    access: 'signed-in',
    confirm: true,
    audit: { ...started, title: 'Pedido de alteração do próprio e-mail' },
    body: newEmail,
    success: z.object({}),
    problems: startProblems,
  }),
  emailChangeCancel: endpoint({
    method: 'DELETE',
    path: '/user/email-change',
    summary: 'Cancels the pending change of the caller. No body.',
    access: 'signed-in',
    audit: { ...cancelled, title: 'Cancelamento da alteração do próprio e-mail' },
    success: z.object({}),
    problems: ['email-change-not-found'],
  }),
  emailChangeGetOfUser: endpoint({
    method: 'GET',
    path: '/user/{userId}/email-change',
    summary: 'The e-mail of a user whose account the caller may manage, and its pending change.',
    access: { screen: '/user-edit' },
    audit: 'none',
    params: ofUser,
    success: state,
    problems: ['user-not-found', 'user-of-other-companies'],
  }),
  emailChangeStartOfUser: endpoint({
    method: 'POST',
    path: '/user/{userId}/email-change',
    summary:
      'Starts a change of the e-mail of a user who has signed in before, and mails links to both addresses. The response is the same if the new address belongs to a user out of scope.',
    access: { screen: '/user-edit', action: 'update' },
    confirm: true,
    // The reader of the new mailbox receives the account, and with it the profiles.
    grantsRights: 'always',
    audit: { ...started, title: 'Pedido de alteração do e-mail de usuário' },
    params: ofUser,
    body: newEmail,
    success: z.object({}),
    problems: [
      ...startProblems,
      'user-email-in-use',
      'user-not-found',
      'user-of-other-companies',
      'account-beyond-own',
      'user-not-active',
      'email-change-before-entry',
    ],
  }),
  emailChangeCancelOfUser: endpoint({
    method: 'DELETE',
    path: '/user/{userId}/email-change',
    summary: 'Cancels the pending change of a user whose account the caller may manage. No body.',
    access: { screen: '/user-edit', action: 'update' },
    confirm: true,
    audit: { ...cancelled, title: 'Cancelamento da alteração do e-mail de usuário' },
    params: ofUser,
    success: z.object({}),
    problems: ['user-not-found', 'user-of-other-companies', 'email-change-not-found'],
  }),
  emailChangeConfirm: endpoint({
    method: 'POST',
    path: '/email-change/confirm',
    summary:
      'Confirms a change with the code of a link from one of the two mailboxes. Each code confirms once.',
    access: 'public',
    audit: {
      event: 'email-change.confirmed',
      title: 'Confirmação da alteração de e-mail',
      past: 'Alteração de e-mail confirmada por um dos endereços',
    },
    body: withCode,
    success: z.object({
      /** `waiting`: it takes effect later. `ended`: the address could not be used, so that nothing changed. */
      state: z.enum(['done', 'waiting', 'ended']),
      /** When it takes effect unless it is cancelled; null if the new mailbox has still to confirm it. */
      takes_effect_at: instant.nullable(),
    }),
    problems: ['email-change-link-invalid'],
  }),
  emailChangeRefuse: endpoint({
    method: 'POST',
    path: '/email-change/cancel',
    summary: 'Cancels a change with the code of the link from the old mailbox.',
    access: 'public',
    audit: { ...cancelled, title: 'Cancelamento da alteração de e-mail pelo endereço antigo' },
    body: withCode,
    success: z.object({}),
    problems: ['email-change-link-invalid'],
  }),
}
