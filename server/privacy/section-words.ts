/** Title, purpose and retention of the sections of 'Meus dados'. */
export const sectionWords = {
  account: {
    title: 'Cadastro',
    why: 'Para saber quem entra e avisar você do que muda na sua conta.',
    kept_for: 'Enquanto a conta existir e, depois de excluída, até o fim do prazo da instalação.',
  },
  companies: {
    title: 'Empresas',
    why: 'Para saber para quem você trabalha.',
    kept_for: 'Enquanto durar o vínculo.',
  },
  profiles: {
    title: 'Perfis de acesso',
    why: 'Para decidir o que você pode abrir.',
    kept_for: 'Enquanto você tiver o perfil.',
  },
  delegations: {
    title: 'Delegações',
    why: 'Para saber quem agiu como usuário master, e em que período.',
    kept_for: 'Enquanto a empresa existir; depois de apagados os seus dados, sem o seu nome.',
  },
  invitations: {
    title: 'Convites de empresas',
    why: 'Para você aceitar ou recusar.',
    kept_for: 'Até um dia depois de vencidos.',
  },
  exceptions: {
    title: 'Exceções de incompatibilidade',
    why: 'Para você ter, por um tempo, perfis que uma regra não permite juntos.',
    kept_for: 'Enquanto a conta existir.',
  },
  sessions: {
    title: 'Sessões',
    why: 'Para manter você conectado e mostrar onde a conta está aberta.',
    kept_for:
      'Pelo menos seis meses depois de encerradas: são os registros de acesso que a lei manda guardar.',
  },
  tokens: {
    title: 'Tokens de acesso',
    why: 'Para que programas ajam em seu nome.',
    kept_for: 'Enquanto a conta existir.',
  },
  passkeys: {
    title: 'Chaves de acesso',
    why: 'Para você entrar e confirmar operações sem digitar a senha. A chave fica no seu dispositivo: aqui está só a parte que confere a assinatura.',
    kept_for: 'Até você remover a chave, ou enquanto a conta existir.',
  },
  security: {
    title: 'Segurança da conta',
    why: 'Para conferir que é você. Senhas, respostas e códigos são guardados apenas cifrados, e por isso não aparecem aqui.',
    kept_for:
      'Senhas e pergunta secreta enquanto a conta existir; códigos e esperas, por minutos ou horas.',
  },
  identities: {
    title: 'Provedores de identidade',
    why: 'Para reconhecer você no acesso federado. O provedor sabe quando você entra.',
    kept_for: 'Enquanto a conta existir.',
  },
  modules: {
    title: 'Módulos que receberam seus dados',
    why: 'Ao entrar em um módulo, ele recebe seu nome, e-mail, empresa e perfis.',
    kept_for: 'Enquanto a conta existir. O que cada módulo guarda é com ele.',
  },
  favourites: {
    title: 'Favoritos da Página de Acesso',
    why: 'Para você abrir mais depressa os módulos que marcou.',
    kept_for: 'Até você retirar o favorito, ou enquanto a conta existir.',
  },
  views: {
    title: 'Visões de listas que você salvou',
    why: 'Para você abrir de novo uma lista com a busca, os filtros e a ordem que escolheu.',
    kept_for: 'Até você excluir a visão, ou enquanto a conta existir.',
  },
  messages: {
    title: 'E-mails enviados a você',
    why: 'Para entregar códigos, convites e avisos. O texto não aparece aqui: pode conter códigos.',
    kept_for: 'Pelo menos seis meses depois do envio; o texto, só até a entrega.',
  },
  imports: {
    title: 'Arquivos importados por você',
    why: 'Para conferir e desfazer uma importação.',
    kept_for: 'Uma hora antes da importação, um dia depois dela.',
  },
  changes: {
    title: 'O que mudou no seu cadastro, e por quem',
    why: 'Para provar quem mudou o quê. Nomes de outras pessoas são dados delas: aparece a empresa em nome da qual agiram.',
    kept_for: 'Enquanto a conta existir; a trilha permanece, sem os seus dados.',
  },
  events: {
    title: 'O que você fez',
    why: 'Para provar quem fez o quê, e de onde.',
    kept_for: 'Enquanto a conta existir; a trilha permanece, sem os seus dados.',
  },
  access_requests: {
    title: 'Pedidos de acesso',
    why: 'Para que a sua empresa decida sobre o acesso que você pediu.',
    kept_for: 'Enquanto a conta existir.',
  },
  requests: {
    title: 'Pedidos de correção',
    why: 'Para responder ao que você pediu.',
    kept_for: 'Enquanto a conta existir.',
  },
} as const

export type SectionKey = keyof typeof sectionWords
