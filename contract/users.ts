import { z } from 'zod'
import { readOn } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { email, id, idInPath, instant, status, version } from './fields.ts'
import { personEmail, personName, personPhone, userCode } from './person-fields.ts'
import { supportActions } from './reader-profiles.ts'
import { userFound, userSearchQuery } from './user-search.ts'

/** So many companies in one write; a person who works for more is linked in two. */
const companiesMax = 500

/** What create and edit check alike (console.md §5). */
const shared = {
  name: personName,
  email: personEmail,
  phone_number: personPhone,
  /** Left out, null or blank: none. */
  code: userCode,
  /**
   * The company a person is bound to; only administrators choose it, among the person's companies. For others it is
   * their own company when they create, and stays when they edit. 0 is none; left out or blank, an edit keeps it.
   */
  accredit_id: z.int().min(0).max(2_147_483_647).optional(),
}

/** A person, as the screens read one. */
const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** Digits with country code, shown behind a '+'. */
  phone_number: z.string().nullable(),
  code: z.string().nullable(),
  /** 1 active, 0 deleted. */
  status,
  /** 1 blocked, 0 not. Deleted and blocked reads Excluído. */
  suspended: z.literal([1, 0]),
  created_at: instant,
  update_at: instant,
  /** The company the person is bound to, or null; both names mean the same. */
  company_id: id.nullable(),
  accredit_id: id.nullable(),
  version,
  /** Signs in at the identity provider that the e-mail's domain belongs to, and has no password here. */
  federated: z.boolean(),
  last_access_at: instant.nullable(),
  /** The invitation, until the first access; null after it. The e-mail can be corrected as long as it is there. */
  invitation: z
    .object({
      /** `waiting`: the mail has not left yet. `expired`: its temporary password ran out. */
      state: z.enum(['waiting', 'sent', 'expired']),
      /** Until when the temporary password is good: 24 h after the mail was sent. */
      expires_at: instant.nullable(),
    })
    .nullable(),
  /**
   * Whether the bearer may change the account as a whole: name, phone, e-mail, block, delete, activate, reset password,
   * locks, sessions. False where the person also works for companies that the bearer doesn't see (rulings §10): only
   * companies and profiles of the bearer's own company can be changed then.
   */
  account_wide: z.boolean(),
  /**
   * Whether the account is of higher rank: assigned rights in this console, in the bearer's company, that the bearer is
   * not assigned. The bearer can't block, delete or unlink it, nor change its e-mail (decision 52).
   */
  beyond_own: z.boolean(),
  /** What profile 3 (Suporte) lets the bearer do to the account, whether or not it is theirs as a whole. */
  support: z.array(z.enum(supportActions)),
  /** Whether a reset by the bearer leaves the password as it is until the temporary one is used (rulings §11). */
  reset_keeps_password: z.boolean(),
  /** Whether it is the bearer: nobody blocks or deletes themselves. */
  own: z.boolean(),
})

const byEmail = z.strictObject({ email })
const byId = z.strictObject({ id })

/** People (console.md §2, §5, §7, §8; rulings §10; decision 29). Who holds what: contract/user-profiles.ts. */
export const users = {
  userSearch: endpoint({
    method: 'POST',
    path: '/user/search',
    summary:
      'The people the bearer may see, page by page: the first 10,000 of a search, counted exactly up to there. Reads only.',
    access: { screen: '/user-list' },
    audit: 'none',
    body: userSearchQuery,
    success: userFound,
    problems: [],
  }),
  userGet: endpoint({
    method: 'GET',
    path: '/user/consult/{id}',
    summary: 'One person.',
    access: readOn('/user-edit', '/user-edit-profile', '/token-management'),
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    success: user,
    problems: ['user-not-found'],
  }),
  /**
   * Answers nothing about the person, since it must not tell a new person from one whom the maker doesn't see: that one
   * is mailed an invitation to the company instead (rulings §10).
   */
  userCreate: endpoint({
    method: 'POST',
    path: '/user',
    summary:
      'Invites a person to companies by mail. The temporary password is made when the mail is sent, and is good for 24 h from then.',
    access: { screen: '/user-create', action: 'create' },
    confirm: true,
    audit: 'user.created',
    body: z.strictObject({
      ...shared,
      /**
       * At least one, of those that the maker sees ('Selecione pelo menos uma empresa!'); others than administrators may
       * leave it out: it is their own company.
       */
      company_id: z
        .array(id)
        .max(companiesMax, `Informe no máximo ${companiesMax} empresas.`)
        .default([]),
    }),
    success: z.object({}),
    problems: ['user-email-in-use', 'company-not-found'],
  }),
  /**
   * Answers nothing either: a corrected e-mail may belong to somebody whom the maker doesn't see. That one is invited to
   * the company, and the account with the mistyped e-mail is deleted.
   */
  userUpdate: endpoint({
    method: 'PUT',
    path: '/user',
    summary:
      'Replaces name, phone and code of a person; before the first access the e-mail too, which invites again. With `version`, only if nobody saved since it was read.',
    access: { screen: '/user-edit', action: 'update' },
    confirm: true,
    grantsRights: 'sometimes',
    audit: 'user.updated',
    body: z.strictObject({
      id,
      ...shared,
      /** Left out, it stays. */
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
      "Mails the invitation again ('Reenviar convite') to somebody who has not made the first access; the one before stops working.",
    access: [
      { screen: '/user-edit', action: 'update' },
      // As a reset, it mails a temporary password; profile 3 holds no other action that would open it.
      { screen: '/user-edit', action: 'reset-password' },
      { screen: '/user-create', action: 'create' },
    ],
    confirm: true,
    audit: 'user.invited',
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
    summary: 'Blocks a person, whose sessions end at once, or unblocks one; deleted ones neither.',
    access: { screen: '/user-edit', action: 'block' },
    confirm: true,
    grantsRights: 'sometimes',
    audit: 'user.block-changed',
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
      'Deletes a person: sessions end at once, seats are free, profiles are kept for an activation.',
    access: { screen: '/user-edit', action: 'delete' },
    confirm: true,
    audit: 'user.deleted',
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
      'Activates a deleted person, who takes the seats of the profiles held; who was blocked is blocked again.',
    access: { screen: '/user-edit', action: 'activate' },
    confirm: true,
    grantsRights: 'always',
    audit: 'user.activated',
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
