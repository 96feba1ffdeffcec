import type { DeclaredProblem } from './declared-problem.ts'

const securityPolicy =
  'Não é possível realizar essa ação, pois ela viola as Políticas de Segurança do Sistema. Contate um Administrador!'
const unexpected = 'Erro inesperado, se o erro persistir contate o administrador do sistema'

/** Problems common to all endpoints, and problems of sign-in and of the access page (portal.md). */
export const portalProblems = {
  // Common to all endpoints.
  'invalid-input': { status: 400, message: 'Preencha os campos corretamente.' },
  'invalid-json': { status: 400, message: 'O corpo da requisição não é um JSON válido.' },
  'malformed-request': { status: 400, message: 'A requisição não pôde ser lida.' },
  'unknown-path': { status: 404, message: 'Endereço não encontrado.' },
  'method-not-allowed': { status: 405, message: 'Método não permitido para este endereço.' },
  'request-timeout': { status: 408, message: 'A requisição demorou demais para chegar.' },
  'body-too-large': { status: 413, message: 'O corpo da requisição é grande demais.' },
  'unsupported-media-type': {
    status: 415,
    message: 'Este endereço não aceita o tipo de conteúdo enviado.',
  },
  'range-not-satisfiable': {
    status: 416,
    message: 'O arquivo não contém a parte solicitada.',
  },
  'headers-too-large': { status: 431, message: 'Os cabeçalhos da requisição são grandes demais.' },
  'too-many-requests': {
    status: 429,
    message: 'Muitas tentativas. Aguarde um momento e tente novamente.',
  },
  internal: { status: 500, message: unexpected },
  'method-not-implemented': { status: 501, message: 'Método desconhecido.' },
  unavailable: {
    status: 503,
    message: 'Serviço temporariamente indisponível. Tente novamente em instantes.',
  },

  // Common to all endpoints that need a token.
  'access-token-missing': { status: 401, message: 'access token missing' },
  'access-token-invalid': { status: 401, message: 'access token invalid' },
  'access-token-expired': { status: 401, message: 'access token expired' },
  forbidden: { status: 403, message: 'Você não tem permissão para realizar esta ação.' },
  'identity-confirmation-required': {
    status: 403,
    message: 'Confirme sua identidade para continuar',
  },

  // Sign-in (portal.md §8).
  'invalid-credentials': { status: 401, message: 'Credenciais de acesso inválidas.' },
  'mfa-session-expired': { status: 401, message: 'Token expirado - Solicitar novo token.' },
  'mfa-session-used': { status: 409, message: 'Código á utilizado - solicitar novo token.' },
  'mfa-invalid-code': { status: 400, message: 'Código inválido.' },
  'mfa-refused': { status: 403, message: securityPolicy },
  'code-not-found': { status: 404, message: 'Usuário não autorizado.' },
  'module-secret-invalid': { status: 401, message: 'Credenciais do módulo inválidas.' },

  // Passwords and recovery.
  'password-already-used': { status: 400, message: 'Password was already used' },
  'password-breached': {
    status: 400,
    message: 'Essa senha já apareceu em um vazamento de dados. Escolha outra.',
  },
  'password-guessable': { status: 400, message: 'Essa senha é fácil de adivinhar. Escolha outra.' },
  'secret-question-not-found': { status: 404, message: 'Selecione a pergunta.' },
  'user-not-found': { status: 404, message: 'Usuário não encontrado.' },
  'user-not-active': { status: 409, message: 'O usuário não está ativo.' },
  'captcha-invalid': { status: 403, message: 'Captcha não validado.' },

  // Confirmation of identity (rulings §5).
  'password-invalid': { status: 401, message: 'Senha inválida' },
  'federated-proof-invalid': { status: 401, message: 'Erro ao validar senha' },

  // Passkeys (decision 91).
  'passkey-challenge-expired': {
    status: 409,
    message: 'O tempo para usar a chave de acesso terminou. Tente novamente.',
  },
  'passkey-refused': { status: 401, message: 'A chave de acesso não foi aceita.' },
  'passkey-exists': { status: 409, message: 'Esta chave de acesso já está cadastrada.' },
  'passkey-limit': {
    status: 409,
    message: 'Você já tem 20 chaves de acesso. Remova uma para criar outra.',
  },
  'totp-options-expired': {
    status: 409,
    message: 'O tempo para configurar o aplicativo autenticador terminou. Comece de novo.',
  },
  'totp-code-invalid': {
    status: 400,
    message:
      'Código inválido. Confira se a hora do dispositivo está certa e digite o código que o aplicativo mostra agora.',
  },
  'totp-exists': {
    status: 409,
    message: 'Você já tem um aplicativo autenticador. Remova-o para configurar outro.',
  },

  // Changes of an e-mail (decision 98).
  'email-change-same': { status: 409, message: 'Este já é o e-mail da conta.' },
  'email-change-exists': {
    status: 409,
    message: 'Já há uma alteração de e-mail em andamento. Cancele-a antes de pedir outra.',
  },
  'email-change-federated': {
    status: 409,
    message:
      'O e-mail de quem entra pelo provedor de identidade da empresa é alterado no provedor, e um endereço do domínio dele não pode ser usado aqui.',
  },
  'email-change-not-found': {
    status: 404,
    message:
      'Não há alteração de e-mail em andamento. Ela pode já ter sido concluída ou cancelada.',
  },
  'email-change-link-invalid': {
    status: 410,
    message: 'Este link não vale mais. Ele pode já ter sido usado, cancelado ou vencido.',
  },

  // Recovery with two proofs (decision 96), and the link 'Não fui eu' (decision 97).
  'second-proof-required': {
    status: 403,
    message:
      'Para criar a nova senha, confirme também com o aplicativo autenticador, um código de recuperação ou a chave de acesso.',
  },
  'own-factor-required': {
    status: 403,
    message:
      'Para fazer isto, entre com a chave de acesso, o aplicativo autenticador ou um código de recuperação.',
  },
  'no-own-factor': {
    status: 409,
    message: 'A conta não tem chave de acesso nem aplicativo autenticador.',
  },
  'email-change-pending': {
    status: 409,
    message: 'Há uma alteração de e-mail desta conta em andamento. Conclua-a ou cancele-a antes.',
  },
  'recovery-pending': { status: 409, message: 'Já há uma recuperação desta conta em espera.' },
  'recovery-frozen': {
    status: 409,
    message:
      'A recuperação desta conta está suspensa, porque a pessoa avisou que não pediu uma delas.',
  },
  'recovery-own': {
    status: 409,
    message: 'Quem iniciou a recuperação não a aprova. Peça a outra pessoa.',
  },
  'report-link-expired': {
    status: 409,
    message: 'Este endereço não vale mais. Se algo não foi você, avise um administrador.',
  },

  // Federated sign-in. The first is returned to requests from other sites, the others are shown on /auth?problem=….
  'cross-site-request': {
    status: 403,
    message: 'O acesso federado começa na página de acesso deste portal.',
  },
  'federated-user-unknown': { status: 403, message: 'Usuário não autorizado.' },
  'federated-refused': {
    status: 403,
    message: 'O acesso federado não foi concluído. Tente novamente.',
  },
  'federated-unavailable': {
    status: 503,
    message: 'O acesso federado está indisponível no momento. Tente novamente em instantes.',
  },

  // Access page.
  'module-not-found': { status: 404, message: 'Módulo não encontrado.' },
  'company-not-found': { status: 404, message: 'Empresa não encontrada.' },
  'spid-not-found': { status: 404, message: 'SPID não encontrado.' },
  'too-many-favourites': {
    status: 409,
    message: 'Você já tem 12 favoritos. Retire um para marcar outro.',
  },
  'second-factor-required': {
    status: 403,
    message: 'Para continuar, entre com a chave de acesso ou com o aplicativo autenticador.',
  },
  'passkey-required': { status: 403, message: 'Para continuar, entre com a chave de acesso.' },
  'sign-in-too-old': { status: 403, message: 'Para abrir este módulo, entre novamente.' },
  'redirect-uri-mismatch': { status: 400, message: 'Erro ao redirecionar para o módulo.' },
  'not-found': { status: 404, message: 'Registro não encontrado.' },
} as const satisfies Record<string, DeclaredProblem>
