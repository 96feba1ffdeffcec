import type { DeclaredProblem } from './declared-problem.ts'

/** Problems of the console's screens (console.md). */
export const consoleProblems = {
  // Concurrent edit of a record (rulings §7).
  'changed-meanwhile': {
    status: 409,
    message: 'Outra pessoa alterou este registro. Recarregue e tente novamente.',
  },

  // Saved views of lists (decision 69).
  'list-view-not-found': { status: 404, message: 'Visão não encontrada.' },
  'list-view-name-in-use': { status: 409, message: 'Já existe uma visão com este nome.' },
  'too-many-list-views': {
    status: 409,
    message: 'Esta lista já tem 20 visões. Exclua uma para salvar outra.',
  },

  // Catalogue (console.md §8).
  'service-not-found': { status: 404, message: 'Serviço não encontrado.' },
  'service-name-in-use': { status: 409, message: 'Nome já existe', description: 'nome já existe' },
  'service-of-console': {
    status: 409,
    message: 'A própria Gestão de Acesso é deste serviço: ele não pode ser inativado.',
  },
  'module-name-in-use': {
    status: 409,
    message: 'Já existe um módulo com este nome neste serviço.',
  },
  'module-of-console': {
    status: 409,
    message:
      'Este módulo é a própria Gestão de Acesso: não pode ser inativado nem mudar de endereço.',
  },
  'module-logo-not-found': { status: 404, message: 'Este módulo não tem imagem.' },
  'module-secret-not-found': { status: 404, message: 'Secret não encontrada.' },
  'module-secret-two-live': {
    status: 409,
    message: 'O módulo já tem duas secrets ativas. Retire a antiga antes de gerar outra.',
  },
  'module-secret-last': {
    status: 409,
    message: 'Esta é a única secret do módulo. Gere outra antes de retirá-la.',
  },
  'module-secret-of-console': {
    status: 409,
    message: 'Este módulo é a própria Gestão de Acesso: não usa secret.',
  },
  'function-not-found': { status: 404, message: 'Função não encontrada.' },
  'function-place-in-use': {
    status: 409,
    message: 'Já existe uma função com esta url neste módulo.',
  },
  'function-code-in-use': {
    status: 409,
    message: 'Já existe uma função com este código neste módulo.',
  },
  'function-in-use': {
    status: 409,
    message: 'Esta função está em perfis do módulo atual. Retire-a deles antes de trocar o módulo.',
  },
  'function-of-console': {
    status: 409,
    message:
      'Esta função é uma tela da Gestão de Acesso: só nome, código e exibição para empresas podem mudar.',
  },
  'action-not-found': { status: 404, message: 'Ação não encontrada.' },
  'action-in-use': { status: 409, message: 'Ação ou path atualmente em uso.' },
  'action-exists': { status: 409, message: 'Ação já existe' },
  'action-of-console': {
    status: 409,
    message: 'Esta ação é de uma tela da Gestão de Acesso: só o nome pode mudar.',
  },

  // Profiles (console.md §8; decision 18).
  'profile-not-found': { status: 404, message: 'Perfil não encontrado.' },
  'profile-name-in-use': {
    // The screen shows the message of a 400 (console.md §8).
    status: 400,
    message: 'Já existe um perfil com este nome neste módulo.',
  },
  'profile-in-use': {
    status: 409,
    message:
      'Este perfil tem funções ou usuários do módulo atual. Retire-os antes de trocar o módulo.',
  },
  'profile-deleted': {
    status: 409,
    message: 'Este perfil está excluído. Ative-o antes de alterá-lo.',
  },
  'profile-of-system': {
    status: 409,
    message:
      'Este perfil é do sistema: não pode ser excluído, trocar de módulo ou de alcance, e o do administrador não perde funções.',
  },
  'profile-held': {
    status: 409,
    message: 'Você possui este perfil: peça a outra pessoa que amplie os seus acessos.',
  },
  'profile-lacks-function': {
    status: 409,
    message: 'O perfil não tem a função desta ação. Recarregue e tente novamente.',
  },

  // Companies and their users (console.md §8; rulings §10).
  'company-document-in-use': { status: 409, message: 'Empresa com este CNPJ já existe' },
  'company-logo-not-found': { status: 404, message: 'Esta empresa não tem imagem.' },
  'company-of-administrators': {
    status: 409,
    message:
      'Administradores da Gestão de Acesso são desta empresa: ela não pode ser inativada, nem perder um SPID deles.',
  },
  'user-indispensable': {
    status: 409,
    message:
      'Ninguém desvincula a si mesmo, e a Gestão de Acesso não pode ficar sem administrador.',
  },

  // Users (console.md §8; rulings §10; decision 29).
  'user-email-in-use': {
    status: 409,
    message:
      'Erro ao cadastrar usuário! Caso tenha utilizado um email com cadastro, tente novamente com outro email.',
  },
  'user-email-fixed': {
    status: 409,
    message: 'O e-mail só pode ser corrigido antes do primeiro acesso.',
  },
  'email-change-before-entry': {
    status: 409,
    message: 'Esta pessoa ainda não fez o primeiro acesso. Corrija o e-mail no cadastro.',
  },
  'user-already-entered': {
    status: 409,
    message: 'Este usuário já fez o primeiro acesso. Para uma nova senha, use Resetar senha.',
  },
  'user-not-deleted': { status: 409, message: 'O usuário não está excluído.' },
  'user-of-other-companies': {
    status: 403,
    message:
      'Esta pessoa também trabalha para outra empresa: só um administrador altera a conta dela.',
  },
  'account-beyond-own': {
    status: 403,
    message:
      'Esta pessoa pode mais do que você na Gestão de Acesso: só quem tem os mesmos acessos, ou um administrador, bloqueia, exclui ou desvincula a conta, ou muda o e-mail dela.',
  },
  'account-indispensable': {
    status: 409,
    message:
      'Ninguém bloqueia nem exclui a si mesmo, e a Gestão de Acesso não pode ficar sem administrador.',
  },
  'invitation-not-found': {
    status: 404,
    message: 'Convite não encontrado. Ele pode já ter vencido ou sido respondido.',
  },

  // Profile assignments (console.md §8; decision 30).
  'user-is-oneself': {
    status: 409,
    message: 'Ninguém amplia os próprios acessos. Peça a outra pessoa.',
  },
  'profile-beyond-own': {
    status: 403,
    message:
      'Este perfil permite mais do que você pode fazer na Gestão de Acesso. Peça a quem tem esses acessos.',
  },
  'profile-takes-no-period': {
    status: 409,
    message: 'O perfil de administrador não aceita início nem fim.',
  },
  'administrator-indispensable': {
    status: 409,
    message:
      'Ninguém retira de si mesmo o perfil de administrador, e a Gestão de Acesso não pode ficar sem administrador.',
  },

  // Requests for access (rulings §11; decision 101).
  'access-request-not-found': { status: 404, message: 'Pedido de acesso não encontrado.' },
  'access-request-closed': {
    status: 409,
    message: 'Este pedido não está mais à espera: foi decidido, retirado ou venceu.',
  },
  'access-request-own': {
    status: 403,
    message: 'Ninguém decide o próprio pedido de acesso. Outra pessoa precisa decidir.',
  },
  'access-request-pending': {
    status: 409,
    message: 'Você já pediu este acesso: aguarde a resposta.',
  },
  'access-not-missing': { status: 409, message: 'Este acesso já está aberto.' },
  'too-many-access-requests': {
    status: 409,
    message:
      'Você tem muitos pedidos de acesso à espera, ou fez muitos nas últimas 24 horas. Tente novamente mais tarde.',
  },
  'requester-not-active': {
    status: 409,
    message:
      'Quem pediu está bloqueado ou excluído, ou não está mais vinculado a uma empresa ativa.',
  },

  // API tokens (console.md §8; decision 38).
  'user-permissions-not-found': { status: 409, message: 'User permissions not found' },
  'api-token-beyond-own': {
    status: 403,
    message:
      'Este usuário pode fazer mais do que você na Gestão de Acesso. Peça o token a quem tem esses acessos.',
  },
  'api-token-made-meanwhile': {
    status: 409,
    message:
      'Outra pessoa acabou de gerar um token para este usuário. Confira o histórico e tente novamente.',
  },
  'api-token-not-found': { status: 404, message: 'Token não encontrado.' },
  'api-token-not-active': { status: 409, message: 'Este token já foi revogado ou expirou.' },

  // Delegations of the master role (console.md §8; rulings §6 and §10).
  'delegation-duplicate': { status: 409, message: 'Duplicate' },
  'delegation-exceeded': { status: 409, message: 'Exceeded' },
  'delegation-not-found': {
    status: 404,
    message: 'Delegação não encontrada. Ela pode já ter terminado ou sido removida.',
  },

  // Separation of duties (decision 102).
  'duties-conflict': {
    status: 409,
    message:
      'Uma regra de incompatibilidade proíbe que uma pessoa tenha isto junto com o que já tem nesta empresa.',
  },
  'separation-rule-not-found': {
    status: 404,
    message: 'Regra de incompatibilidade não encontrada.',
  },
  'separation-rule-name-in-use': { status: 409, message: 'Já existe uma regra com este nome.' },
  'separation-rule-exists': { status: 409, message: 'Já existe uma regra sobre este par.' },

  // Delegated rights grant nothing (decision 52).
  'delegation-grants-nothing': {
    status: 403,
    message:
      'Quem atua por delegação não concede acessos. Peça a quem tem este acesso em perfil próprio.',
  },

  // Plans and seats (console.md §8; decision 26).
  'plan-not-found': { status: 404, message: 'Plano não encontrado.' },
  'plan-name-in-use': { status: 409, message: 'Plano com este nome já existe' },
  'plan-name-taken': { status: 409, message: 'Nome já existe', description: 'nome já existe' },
  'plan-of-console': {
    status: 409,
    message:
      'Esta mudança tiraria a Gestão de Acesso de uma empresa com administradores: ninguém poderia desfazê-la.',
  },
  'plan-module-not-found': { status: 404, message: 'O plano não tem este módulo.' },
  'plan-module-exists': {
    status: 409,
    message: 'O plano já tem este módulo. Altere a quantidade na lista de módulos do plano.',
  },
  'loose-plan-not-found': { status: 404, message: 'Plano avulso não encontrado.' },
  'loose-plan-exists': {
    status: 409,
    message: 'A empresa já tem um plano avulso deste módulo. Altere a quantidade na lista.',
  },
  'seat-limit-exceeded': { status: 409, message: 'Limite de usuários neste plano excedido' },

  // Imports (decision 27).
  'import-file-refused': { status: 400, message: 'Este arquivo não pode ser importado.' },
  'import-not-found': {
    status: 404,
    message: 'Importação não encontrada. O arquivo fica guardado por uma hora: envie-o de novo.',
  },
  'import-not-draft': { status: 409, message: 'Este arquivo já foi importado.' },
  'import-file-changed': {
    status: 409,
    message: 'Este não é mais o arquivo conferido. Confira as linhas e confirme de novo.',
  },
  'import-preview-changed': {
    status: 409,
    message:
      'Os registros mudaram depois da conferência. Veja de novo o que será feito e confirme outra vez.',
  },
  'import-has-refused': {
    status: 409,
    message: 'Há linhas recusadas. Corrija o arquivo e envie-o de novo: nada foi importado.',
  },
  'import-not-done': { status: 409, message: 'Esta importação não pode ser desfeita.' },
  'import-undo-over': {
    status: 409,
    message: 'Uma importação só pode ser desfeita por 24 horas.',
  },
  'import-changed-since': {
    status: 409,
    message: 'Há registros que mudaram ou são usados desde a importação: nada foi desfeito.',
  },

  // Exports of lists (decision 28).
  'export-running': {
    status: 429,
    message: 'Você já tem uma exportação em andamento. Aguarde que ela termine.',
  },
  'export-too-large': {
    status: 422,
    message: 'A lista tem mais de 50.000 linhas. Use a busca ou os filtros e exporte por partes.',
  },
  'trail-export-too-large': {
    status: 422,
    message: 'A seleção tem mais de 1.000.000 de eventos. Use os filtros e exporte por partes.',
  },

  // Locked networks (decision 8).
  'network-lock-not-found': {
    status: 404,
    message: 'Rede não encontrada. Ela pode já ter sido liberada ou esquecida.',
  },

  // Undelivered messages (decision 17).
  'message-not-found': {
    status: 404,
    message: 'Mensagem não encontrada. Ela pode já ter sido entregue.',
  },

  // Personal data (decision 42).
  // Access reviews (decision 105).
  'access-review-not-found': { status: 404, message: 'Revisão não encontrada.' },
  'access-review-closed': { status: 409, message: 'Esta revisão já foi encerrada.' },
  'access-review-empty': {
    status: 409,
    message:
      'Nenhum perfil atribuído está nesta revisão. Escolha outras empresas, módulos ou perfis.',
  },
  'access-review-item-not-found': { status: 404, message: 'Item da revisão não encontrado.' },
  'access-review-item-settled': {
    status: 409,
    message: 'Este item já foi decidido. Atualize a lista.',
  },
  'access-review-decision-changed': {
    status: 409,
    message: 'Outra pessoa mudou esta decisão. Atualize a lista e confira.',
  },

  'data-request-open': {
    status: 409,
    message: 'Você já tem um pedido em aberto para este dado.',
  },
  'data-request-not-found': { status: 404, message: 'Pedido não encontrado.' },
  'data-request-answered': { status: 409, message: 'Este pedido já foi respondido.' },
  'erasure-too-early': {
    status: 409,
    message: 'O prazo para apagar os dados desta pessoa ainda não terminou.',
  },
  'user-erased': {
    status: 409,
    message: 'Os dados desta pessoa foram apagados, e isso não pode ser desfeito.',
  },
} as const satisfies Record<string, DeclaredProblem>
