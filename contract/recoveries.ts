import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'

/** What a recovery does: it replaces the password, or removes passkeys, authenticator app and recovery codes. */
export const recoveryKinds = ['password', 'factors'] as const
export type RecoveryKind = (typeof recoveryKinds)[number]

/** Maximum length of the reason for removing the factors of another user. */
const reasonMax = 500

const reason = z
  .string('Informe o motivo.')
  .trim()
  .min(1, 'Informe o motivo.')
  .max(reasonMax, `Use no máximo ${reasonMax} caracteres.`)

const recovery = z.object({
  id,
  kind: z.enum(recoveryKinds),
  started_at: instant,
  /** How it was started: with the secret answer, by the user in a session, or by another person. */
  origin: z.enum(['secret-answer', 'user', 'other']),
  /** Name of the other person; null if there is none, or if the caller may not see that person. */
  started_by: z.string().nullable(),
  /** Reason of the other person. */
  reason: z.string().nullable(),
  /** When the wait for a recovery without a second proof ends; null if it always needs a proof or an approval. */
  waits_until: instant.nullable(),
  expires_at: instant,
  /** Whether it needs no second proof any more: it was approved, or the wait is over. */
  effective: z.boolean(),
})

export type Recovery = z.output<typeof recovery>

const pending = z.object({
  /** Pending recoveries, at most one of each kind. */
  recoveries: z.array(recovery.extend({ may_approve: z.boolean() })),
  /** Until then no recovery starts or takes effect; null if recovery is not frozen. */
  frozen_until: instant.nullable(),
  /** Hours from the start of a recovery until it takes effect without a second proof. */
  wait_hours: z.int(),
})

const ofUser = z.strictObject({ userId: idInPath })
const resetPassword = { screen: '/user-edit', action: 'reset-password' } as const
const ownRecovery = z.strictObject({ id: idInPath })

/**
 * Recoveries of accounts that have a passkey or an authenticator app. Each needs a second proof, the approval of a second
 * person, or a wait in which others can cancel it (decision 96).
 */
export const recoveries = {
  recoveryList: endpoint({
    method: 'GET',
    path: '/user/recoveries',
    summary: "The caller's own pending recoveries.",
    access: 'signed-in',
    audit: 'none',
    success: pending,
    problems: [],
  }),
  recoveryStart: endpoint({
    method: 'POST',
    path: '/user/recoveries',
    summary:
      'Starts the removal of all passkeys, the authenticator app and the recovery codes of the caller, who has lost them. It takes effect after a wait. No body.',
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'recovery.started',
      title: 'Início de recuperação da própria conta',
      past: 'Recuperação de conta iniciada',
    },
    success: recovery,
    problems: ['no-own-factor', 'recovery-pending', 'recovery-frozen', 'email-change-pending'],
  }),
  recoveryApprove: endpoint({
    method: 'POST',
    path: '/user/recoveries/{id}/approve',
    summary:
      "Approves the caller's own recovery in a session that used a passkey or an authenticator app, or with a confirmation by passkey, which is the second proof. No body.",
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'recovery.approved',
      title: 'Aprovação da própria recuperação',
      past: 'Recuperação de conta aprovada',
    },
    params: ownRecovery,
    success: z.object({}),
    problems: ['not-found', 'own-factor-required', 'recovery-frozen', 'email-change-pending'],
  }),
  recoveryCancel: endpoint({
    method: 'POST',
    path: '/user/recoveries/{id}/cancel',
    summary:
      "Cancels the caller's own recovery. Needs no confirmation, because it only protects. No body.",
    access: 'signed-in',
    audit: {
      event: 'recovery.cancelled',
      title: 'Cancelamento da própria recuperação',
      past: 'Recuperação de conta cancelada',
    },
    params: ownRecovery,
    success: z.object({}),
    problems: ['not-found'],
  }),
  recoveryUnfreeze: endpoint({
    method: 'DELETE',
    path: '/user/recovery-freeze',
    summary:
      'Ends the freeze of recovery for the caller, in a session that used a passkey or an authenticator app, or with a confirmation by passkey. No body.',
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'recovery.unfrozen',
      title: 'Liberação da própria recuperação',
      past: 'Recuperação de conta liberada',
    },
    success: z.object({}),
    problems: ['not-found', 'own-factor-required'],
  }),
  recoveryListOfUser: endpoint({
    method: 'GET',
    path: '/user/{userId}/recoveries',
    summary: 'The pending recoveries of a user whose account the caller may manage.',
    access: { screen: '/user-edit' },
    audit: 'none',
    params: ofUser,
    success: pending,
    problems: ['user-not-found', 'user-of-other-companies'],
  }),
  recoveryStartOfUser: endpoint({
    method: 'POST',
    path: '/user/{userId}/recoveries',
    summary:
      "Starts the removal of all passkeys, the authenticator app and the recovery codes of another user. It takes effect when a second person approves it, or after a wait in which others can cancel it. One that the user has started becomes the caller's, with its wait.",
    access: resetPassword,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'recovery.started',
      title: 'Início de remoção de segundo fator de usuário',
      past: 'Recuperação de conta iniciada',
    },
    params: ofUser,
    body: z.strictObject({ reason }),
    success: recovery,
    problems: [
      'user-not-found',
      'user-of-other-companies',
      'user-not-active',
      'user-is-oneself',
      'account-beyond-own',
      'no-own-factor',
      'recovery-pending',
      'recovery-frozen',
      'email-change-pending',
    ],
  }),
  recoveryApproveOfUser: endpoint({
    method: 'POST',
    path: '/user/{userId}/recoveries/{id}/approve',
    summary:
      'Approves a recovery that neither the caller nor an API token started. The caller must not be the user. No body.',
    access: resetPassword,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'recovery.approved',
      title: 'Aprovação de recuperação de conta',
      past: 'Recuperação de conta aprovada',
    },
    params: ofUser.extend({ id: idInPath }),
    success: z.object({}),
    problems: [
      'user-not-found',
      'user-of-other-companies',
      'user-not-active',
      'user-is-oneself',
      'account-beyond-own',
      'not-found',
      'recovery-own',
      'recovery-frozen',
      'email-change-pending',
    ],
  }),
  recoveryCancelOfUser: endpoint({
    method: 'POST',
    path: '/user/{userId}/recoveries/{id}/cancel',
    summary: 'Cancels a pending recovery of a user whose account the caller may manage. No body.',
    access: resetPassword,
    audit: {
      event: 'recovery.cancelled',
      title: 'Cancelamento de recuperação de conta',
      past: 'Recuperação de conta cancelada',
    },
    params: ofUser.extend({ id: idInPath }),
    success: z.object({}),
    problems: ['user-not-found', 'user-of-other-companies', 'not-found'],
  }),
  recoveryUnfreezeOfUser: endpoint({
    method: 'DELETE',
    path: '/user/{userId}/recovery-freeze',
    summary: 'Ends the freeze of recovery for another user. No body.',
    access: resetPassword,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'recovery.unfrozen',
      title: 'Liberação de recuperação de conta',
      past: 'Recuperação de conta liberada',
    },
    params: ofUser,
    success: z.object({}),
    problems: [
      'user-not-found',
      'user-of-other-companies',
      'user-not-active',
      'user-is-oneself',
      'account-beyond-own',
      'not-found',
    ],
  }),
}
