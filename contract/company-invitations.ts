import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'

/** Where the mail of such an invitation leads: a screen for everybody who is signed in. */
export const companyInvitationPath = '/company-invitations'

const one = z.strictObject({ id: idInPath })

/**
 * Invitations to a company of somebody who has an account already, made where the maker doesn't see that person (rulings
 * §10). Accepting links the person to the company; a link alone grants nothing. Nobody sees another's.
 */
export const companyInvitations = {
  companyInvitationList: endpoint({
    method: 'GET',
    path: '/user/company-invitation',
    summary: 'The companies that invite the bearer.',
    access: 'signed-in',
    audit: 'none',
    success: z.object({
      invitations: z.array(
        z.object({
          id,
          company: z.object({ id, name: z.string(), document: z.string() }),
          created_at: instant,
          expires_at: instant,
        }),
      ),
    }),
    problems: [],
  }),
  companyInvitationAccept: endpoint({
    method: 'PUT',
    path: '/user/company-invitation/{id}',
    summary: 'Accepts an invitation: the bearer works for the company from now on. No body.',
    access: 'signed-in',
    audit: 'user.company-invitation-accepted',
    params: one,
    success: z.object({}),
    problems: ['invitation-not-found'],
  }),
  companyInvitationDecline: endpoint({
    method: 'DELETE',
    path: '/user/company-invitation/{id}',
    summary: 'Declines an invitation; the company is not told. No body.',
    access: 'signed-in',
    audit: 'user.company-invitation-declined',
    params: one,
    success: z.object({}),
    problems: ['invitation-not-found'],
  }),
}
