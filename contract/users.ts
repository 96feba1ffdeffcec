import { z } from 'zod'
import { grantsOfScreens } from './choices.ts'
import { defaultBodyLimit, endpoint } from './endpoint.ts'
import { email, id, idInPath, instant, status, version } from './fields.ts'
import { personEmail, personName, personPhone, userCode } from './person-fields.ts'
import { mayInvite } from './invitation-grants.ts'
import { supportActions } from './reader-profiles.ts'
import { givenUserProfile, userCompaniesMax } from './user-profiles.ts'
import { userFound, userSearchQuery } from './user-search.ts'

/** Maximum number of profiles of a new user. */
const newUserProfilesMax = 50

/** Fields of both create and edit (console.md §5). */
const shared = {
  name: personName,
  email: personEmail,
  phone_number: personPhone,
  code: userCode,
  /**
   * Bound company of the user, one of the user's companies; 0 means none. Only administrators may choose it. For other
   * callers it is their own company on creation and never changes. If absent or blank, an edit does not change it.
   */
  accredit_id: z.int().min(0).max(2_147_483_647).optional(),
}

/** A user in responses. */
const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** Digits with country code. Screens show a '+' before them. */
  phone_number: z.string().nullable(),
  code: z.string().nullable(),
  /** 1 active, 0 deleted. */
  status,
  /** 1 blocked, 0 not blocked. A user who is both deleted and blocked is shown as Excluído. */
  suspended: z.literal([1, 0]),
  created_at: instant,
  update_at: instant,
  /** Bound company of the user, or null. Both fields have the same value. */
  company_id: id.nullable(),
  accredit_id: id.nullable(),
  version,
  /** Whether the user signs in at the identity provider of the e-mail's domain, without a password here. */
  federated: z.boolean(),
  last_access_at: instant.nullable(),
  /** Whether the user's password has expired, so that the user can sign in only after another one was sent. */
  password_expired: z.boolean(),
  /** Invitation of the user; null after the first sign-in. The e-mail can be corrected until then. */
  invitation: z
    .object({
      /** `waiting`: the mail was not sent yet. `expired`: its temporary password has expired. */
      state: z.enum(['waiting', 'sent', 'expired']),
      /** Expiry of the temporary password, 24 h after the mail was sent. */
      expires_at: instant.nullable(),
    })
    .nullable(),
  /**
   * Time of the deletion or block, and name of the user who did it, from the audit log. The name is null if the caller
   * may not see that user. Null for a user who is neither deleted nor blocked, and if the audit log has no such event.
   */
  state_since: z.object({ at: instant, by: z.string().nullable() }).nullable(),
  /**
   * Whether the caller may change the account as a whole: name, phone, e-mail, block, delete, activate, reset password,
   * locks, sessions. False if the user also belongs to companies that the caller does not see (rulings §10). The caller
   * can then change only the links and profiles in their own company.
   */
  account_wide: z.boolean(),
  /**
   * Whether the account has a higher rank: it has assigned rights in this console, in the caller's company, that the
   * caller does not have by assignment. The caller cannot block, delete or unlink such an account, nor change its
   * e-mail (decision 52).
   */
  beyond_own: z.boolean(),
  /** Actions that profile 3 (Suporte) allows the caller on this account, independently of `account_wide`. */
  support: z.array(z.enum(supportActions)),
  /**
   * Whether the current password still works after a reset by the caller, until the temporary password is used (rulings
   * §11).
   */
  reset_keeps_password: z.boolean(),
  /** Whether the user is the caller. Callers cannot block or delete themselves. */
  own: z.boolean(),
})

const byEmail = z.strictObject({ email })
const byId = z.strictObject({ id })

/**
 * Endpoints of users (console.md §2, §5, §7, §8; rulings §10; decision 29). Profile assignments:
 * contract/user-profiles.ts.
 */
export const users = {
  userSearch: endpoint({
    method: 'POST',
    path: '/user/search',
    summary:
      'The users that the caller may see, in pages: the first 10,000 of a search, with an exact count up to 10,000. Reads only.',
    access: { screen: '/user-list' },
    audit: 'none',
    reads: 'standby',
    body: userSearchQuery,
    success: userFound,
    problems: [],
  }),
  userGet: endpoint({
    method: 'GET',
    path: '/user/consult/{id}',
    summary: 'One user.',
    access: grantsOfScreens('/user-edit', '/user-edit-profile', '/token-management'),
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    success: user,
    problems: ['user-not-found'],
  }),
  /**
   * Returns an empty object, because the response must not show whether the user already existed outside the caller's
   * scope. An existing user gets a mail with an invitation to the company instead (rulings §10).
   */
  userCreate: endpoint({
    method: 'POST',
    path: '/user',
    summary:
      'Invites a user to companies by mail. The temporary password is generated when the mail is sent and is valid for 24 h.',
    access: { screen: '/user-create', action: 'create' },
    confirm: true,
    audit: { event: 'user.created', title: 'Cadastro de usuário', past: 'Conta criada' },
    body: z.strictObject({
      ...shared,
      /**
       * Administrators must choose at least one of the companies that they see ('Selecione pelo menos uma empresa!').
       * For other callers it is optional and defaults to their own company.
       */
      company_id: z
        .array(id)
        .max(userCompaniesMax, `Informe no máximo ${userCompaniesMax} empresas.`)
        .default([]),
      /**
       * Profiles that the new user receives with the account. The caller needs the permission of `userProfileAdd`,
       * whose rules apply. An existing user outside the caller's scope receives none of them.
       */
      profiles: z
        .array(givenUserProfile.omit({ user_id: true }))
        .max(newUserProfilesMax, `Dê no máximo ${newUserProfilesMax} perfis a um usuário novo.`)
        .default([]),
    }),
    grantsRights: 'sometimes',
    bodyLimit: 4 * defaultBodyLimit,
    success: z.object({}),
    problems: [
      'user-email-in-use',
      'company-not-found',
      'profile-not-found',
      'spid-not-found',
      'profile-deleted',
      'profile-beyond-own',
      'profile-takes-no-period',
      'seat-limit-exceeded',
      'duties-conflict',
    ],
  }),
  /**
   * Returns an empty object, for the same reason as `userCreate`. If a corrected e-mail belongs to a user outside the
   * caller's scope, that user is invited to the company and the account with the wrong e-mail is deleted.
   */
  userUpdate: endpoint({
    method: 'PUT',
    path: '/user',
    summary:
      'Replaces name, phone and code of a user; before the first access also the e-mail, which sends a new invitation. With `version`, fails if it was saved in between.',
    access: { screen: '/user-edit', action: 'update' },
    confirm: true,
    grantsRights: 'sometimes',
    audit: { event: 'user.updated', title: 'Atualização de usuário', past: 'Conta alterada' },
    body: z.strictObject({
      id,
      ...shared,
      /** If absent, it does not change. */
      email: personEmail.optional(),
      version: version.optional(),
    }),
    success: z.object({}),
    problems: [
      'user-not-found',
      'user-of-other-companies',
      'account-beyond-own',
      'user-not-active',
      'user-email-in-use',
      'user-email-fixed',
      'company-not-found',
      'changed-meanwhile',
    ],
  }),
  userInvite: endpoint({
    method: 'POST',
    path: '/user/invitation',
    summary:
      "Mails the invitation again ('Reenviar convite') to a user before the first access; the previous one stops working.",
    access: mayInvite,
    confirm: true,
    audit: { event: 'user.invited', title: 'Novo convite a usuário', past: 'Convite reenviado' },
    body: byId,
    success: z.object({}),
    problems: [
      'user-not-found',
      'user-of-other-companies',
      'user-not-active',
      'user-already-entered',
    ],
  }),
  userBlock: endpoint({
    method: 'PUT',
    path: '/user/block',
    summary:
      'Blocks a user and ends their sessions, or unblocks a user; deleted users cannot be blocked or unblocked.',
    access: { screen: '/user-edit', action: 'block' },
    confirm: true,
    grantsRights: 'sometimes',
    audit: {
      event: 'user.block-changed',
      title: 'Bloqueio ou desbloqueio de usuário',
      past: 'Conta bloqueada ou desbloqueada',
    },
    body: z.strictObject({ email, block: z.boolean() }),
    success: z.object({}),
    problems: [
      'user-not-found',
      'user-of-other-companies',
      'account-beyond-own',
      'user-not-active',
      'account-indispensable',
    ],
  }),
  userDelete: endpoint({
    method: 'POST',
    path: '/user/inactivate',
    summary:
      'Deletes a user: ends their sessions, frees their seats and keeps their profiles for a reactivation.',
    access: { screen: '/user-edit', action: 'delete' },
    confirm: true,
    audit: { event: 'user.deleted', title: 'Exclusão de usuário', past: 'Conta excluída' },
    body: byEmail,
    success: z.object({}),
    problems: [
      'user-not-found',
      'user-of-other-companies',
      'account-beyond-own',
      'user-not-active',
      'account-indispensable',
    ],
  }),
  userActivate: endpoint({
    method: 'POST',
    path: '/user/activate-user-management',
    summary:
      'Activates a deleted user, who takes seats for the profiles again; a user who was blocked stays blocked.',
    access: { screen: '/user-edit', action: 'activate' },
    confirm: true,
    grantsRights: 'always',
    audit: { event: 'user.activated', title: 'Ativação de usuário', past: 'Conta ativada' },
    body: byId,
    success: z.object({}),
    problems: [
      'user-not-found',
      'user-of-other-companies',
      'user-not-deleted',
      'user-erased',
      'seat-limit-exceeded',
    ],
  }),
}
