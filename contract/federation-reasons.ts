/** Labels of the reasons why a federated sign-in failed, for the audit log. A missing label is a compile error. */
export const federationReasons = {
  'another-person': 'Outra pessoa se identificou no provedor',
  blocked: 'A conta está bloqueada',
  'client-not-accepted': 'O provedor não aceitou as credenciais da Gestão de Acesso',
  deleted: 'A conta está excluída',
  discovery: 'O provedor não publicou seus endereços',
  'email-not-verified': 'O provedor não verificou o e-mail',
  'foreign-domain': 'O e-mail é de um domínio de outro provedor',
  'flow-expired': 'A ida ao provedor demorou demais',
  'issued-in-the-future': 'O relógio do provedor está adiantado',
  'linked-to-another': 'A conta é de outra identidade do provedor',
  'malformed-subject': 'O provedor não disse quem se identificou',
  'no-answer': 'O provedor não respondeu',
  'no-federated-session': 'A sessão não veio de um provedor',
  'no-id-token': 'O provedor não confirmou a identidade',
  'no-provider': 'Não há provedor para esta ida',
  'no-such-user': 'Não há conta com este e-mail',
  'password-user': 'A conta entra com senha',
  protocol: 'A resposta do provedor não segue o protocolo',
  'provider-changed': 'O provedor mudou durante a ida',
  'provider-mix-up': 'A resposta veio de outro provedor',
  'session-ended': 'A sessão terminou durante a ida',
} as const

export type FederationReason = keyof typeof federationReasons

/** Labels of the error codes of OAuth (RFC 6749), OpenID Connect and our client library. */
const protocolCodes: Readonly<Record<string, string>> = {
  access_denied: 'A pessoa ou o provedor recusou a identificação',
  invalid_client: 'O provedor não aceitou as credenciais da Gestão de Acesso',
  invalid_grant: 'O provedor não aceitou o código da ida',
  login_required: 'O provedor pediu que a pessoa entrasse de novo',
  OAUTH_ABORT: 'A chamada ao provedor foi interrompida',
  OAUTH_TIMEOUT: 'O provedor não respondeu a tempo',
  server_error: 'O provedor teve um erro',
  temporarily_unavailable: 'O provedor está fora do ar',
}

/** Returns the label of a reason. An unknown code from a provider is shown as it is. */
export const federationReasonLabel = (reason: string): string =>
  (federationReasons as Readonly<Record<string, string>>)[reason] ??
  protocolCodes[reason] ??
  `O provedor respondeu com o código ${reason}`
