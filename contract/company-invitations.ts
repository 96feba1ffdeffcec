import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'

/** Screen that the invitation mail links to. Every signed-in user may open it. */
export const companyInvitationPath = '/company-invitations'

const one = z.strictObject({ id: idInPath })

/**
 * Invitations to a company, for users who already have an account that the inviter cannot see (rulings §10).
 * Accepting one links the user to the company; a link alone grants nothing. Users see only their own invitations.
 */
export const companyInvitations = {
  companyInvitationList: endpoint({
    method: 'GET',
    path: '/user/company-invitation',
    summary: 'The companies that have invited the caller.',
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
    summary: 'Accepts an invitation and links the caller to the company. No body.',
    access: 'signed-in',
    audit: {
      event: 'user.company-invitation-accepted',
      title: 'Aceite de convite de empresa',
      past: 'Convite de empresa aceito',
    },
    params: one,
    success: z.object({}),
    problems: ['invitation-not-found'],
  }),
  companyInvitationDecline: endpoint({
    method: 'DELETE',
    path: '/user/company-invitation/{id}',
    summary: 'Declines an invitation; the company is not notified. No body.',
    access: 'signed-in',
    audit: {
      event: 'user.company-invitation-declined',
      title: 'Recusa de convite de empresa',
      past: 'Convite de empresa recusado',
    },
    params: one,
    success: z.object({}),
    problems: ['invitation-not-found'],
  }),
}
