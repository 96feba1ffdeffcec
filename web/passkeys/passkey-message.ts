import { problems } from '../../contract/problems.ts'
import { ApiProblem } from '../api/api-problem.ts'

/** What the user was doing with a passkey. */
type Act = 'sign-in' | 'use' | 'create'

const notDone: Readonly<Record<Act, string>> = {
  // Browsers do not say whether the device has a passkey.
  'sign-in':
    'A chave de acesso não foi usada: o pedido foi cancelado ou o tempo acabou. Se você ainda não tem uma, entre com a senha e crie em Minha conta.',
  use: 'A chave de acesso não foi usada: o pedido foi cancelado ou o tempo acabou.',
  create: 'A chave de acesso não foi criada: o pedido foi cancelado ou o tempo acabou.',
}
const failed: Readonly<Record<Act, string>> = {
  'sign-in': 'Não foi possível usar a chave de acesso. Tente novamente.',
  use: 'Não foi possível usar a chave de acesso. Tente novamente.',
  create: 'Não foi possível criar a chave de acesso. Tente novamente.',
}
const unsuitable =
  'Este dispositivo não serve: ele precisa guardar a chave de acesso e pedir PIN, digital ou rosto.'

/** Messages by the name of the browser's error (WebAuthn Level 3, §5.1.3 and §5.1.4). */
const byName: Readonly<Record<string, (act: Act) => string>> = {
  NotAllowedError: (act) => notDone[act],
  InvalidStateError: () => 'Este dispositivo já tem uma chave de acesso da sua conta.',
  SecurityError: () =>
    'Neste endereço não é possível usar chaves de acesso. Abra o portal pelo endereço oficial.',
  ConstraintError: () => unsuitable,
  NotSupportedError: () => unsuitable,
}

/** Problems whose message is written for users. */
const ownWords: readonly string[] = [
  'passkey-challenge-expired',
  'passkey-refused',
  'passkey-exists',
  'passkey-limit',
  'too-many-requests',
  'offline',
]

/** Whether a later request replaced this one, or the user left its screen. Nothing is shown then. */
export const isAborted = (error: Error): boolean => error.name === 'AbortError'

/** Returns the message for a failed request to the browser or a refusal of the server. */
export function passkeyMessage(error: Error, act: Act = 'use'): string {
  if (error instanceof ApiProblem)
    return ownWords.includes(error.code) ? error.httpMessage : problems.internal.message
  const message = byName[error.name]
  if (message) return message(act)
  console.warn(error)
  return failed[act]
}
