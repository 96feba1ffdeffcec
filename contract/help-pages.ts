/** Help pages and their titles, in the order of the index. Each is `web/help/pages/<last part of the path>.md`. */
export const helpPages = {
  '/ajuda/primeiro-acesso': 'Entrar pela primeira vez',
  '/ajuda/chave-de-acesso': 'Chave de acesso',
  '/ajuda/esqueci-a-senha': 'Esqueci a senha',
  '/ajuda/alterar-e-mail': 'Alterar o e-mail',
  '/ajuda/pagina-de-acesso': 'Escolher empresa, serviço e módulo',
  '/ajuda/pedir-acesso': 'Pedir acesso',
  '/ajuda/cadastrar-pessoa': 'Cadastrar uma pessoa',
  '/ajuda/perfis': 'Dar e retirar perfis',
  '/ajuda/acesso-com-prazo': 'Acesso com prazo',
  '/ajuda/revisar-acessos': 'Revisar acessos',
  '/ajuda/importar-pessoas': 'Importar pessoas',
  '/ajuda/por-que': 'Por que alguém não entra',
  '/ajuda/licencas-e-planos': 'Licenças e planos',
  '/ajuda/delegar': 'Delegar o papel de usuário master',
  '/ajuda/perfis-incompativeis': 'Perfis incompatíveis',
  '/ajuda/auditoria-e-dados': 'Auditoria e dados pessoais',
} as const satisfies Record<`/ajuda/${string}`, string>

export type HelpPage = keyof typeof helpPages
/** A help page, or the index of all. */
export type HelpPath = '/ajuda' | HelpPage
