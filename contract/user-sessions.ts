import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInPath } from './fields.ts'
import { ownSession, ownSessionsMax } from './sessions.ts'

const userId = z.strictObject({ userId: idInPath })

/** Sessions of a user, for callers who may change that user's account as a whole (rulings §10). */
export const userSessions = {
  sessionListOfUser: endpoint({
    method: 'GET',
    path: '/user/{userId}/sessions',
    summary: 'The live sessions of a user in scope, by last use.',
    access: { screen: '/user-edit' },
    audit: 'none',
    params: userId,
    success: z.object({ sessions: z.array(ownSession).max(ownSessionsMax) }),
    problems: ['user-not-found', 'user-of-other-companies'],
  }),
  sessionEndOfUser: endpoint({
    method: 'DELETE',
    path: '/user/{userId}/sessions/{id}',
    summary: 'Ends one session of a user in scope, with all of its tokens. No body.',
    access: { screen: '/user-edit', action: 'end-session' },
    confirm: true,
    audit: {
      event: 'user.session-ended',
      title: 'Encerramento de sessão de usuário',
      past: 'Sessão encerrada por quem cuida da conta',
    },
    params: userId.extend({ id: z.uuid('Identificador inválido.') }),
    success: z.object({}),
    problems: ['user-not-found', 'user-of-other-companies', 'not-found'],
  }),
  sessionEndAllOfUser: endpoint({
    method: 'DELETE',
    path: '/user/{userId}/sessions',
    summary:
      'Ends all sessions of a user in scope, including the current one if the user is the caller, and returns their number. No body.',
    access: { screen: '/user-edit', action: 'end-session' },
    confirm: true,
    audit: {
      event: 'user.sessions-ended',
      title: 'Encerramento de todas as sessões de usuário',
      past: 'Sessões encerradas por quem cuida da conta',
    },
    params: userId,
    success: z.object({ ended: z.int() }),
    problems: ['user-not-found', 'user-of-other-companies'],
  }),
}
