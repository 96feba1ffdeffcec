/** An explained word of the product. */
interface TermText {
  /** Title of the explanation. */
  label: string
  /** What it is, in three sentences. */
  sentences: readonly [string, string, string]
  example: string
}

/** The words that `<Termo>` explains on the screens, as the glossary and the specification use them. */
export const terms = {
  service: {
    label: 'Serviço',
    sentences: [
      'Um serviço reúne módulos que tratam do mesmo assunto.',
      'É a segunda escolha da Página de Acesso, depois da empresa.',
      'Você só vê os serviços em que tem acesso a pelo menos um módulo.',
    ],
    example: 'Credenciamento é um serviço; Gestão de Acesso é um dos módulos dele.',
  },
  module: {
    label: 'Módulo',
    sentences: [
      'Um módulo é um sistema que se abre a partir deste portal, sem outra senha.',
      'Cada módulo tem os próprios perfis, funções e ações.',
      'Entra em um módulo quem tem nele um perfil, em uma empresa com licença para ele.',
    ],
    example: 'Esta Gestão de Acesso também é um módulo, do serviço Credenciamento.',
  },
  function: {
    label: 'Função',
    sentences: [
      'Uma função é uma parte de um módulo que se pode permitir ou não.',
      'Na Gestão de Acesso, cada tela é uma função.',
      'Quem tem um perfil usa as funções marcadas nele, e nenhuma outra.',
    ],
    example: 'Ver a lista de usuários é uma função da Gestão de Acesso.',
  },
  action: {
    label: 'Ação',
    sentences: [
      'Uma ação é o que se pode fazer dentro de uma função.',
      'Ela é marcada no perfil, junto com a função.',
      'Sem a ação, a pessoa abre a função, mas não faz o que a ação permite.',
    ],
    example: 'Na função “Perfis”, criar e alterar são ações.',
  },
  profile: {
    label: 'Perfil',
    sentences: [
      'Um perfil é um conjunto de funções e ações de um módulo.',
      'Uma pessoa recebe o perfil em uma empresa, para todos os SPIDs ou para um deles.',
      'Mudar o perfil muda o acesso de todas as pessoas que o têm.',
    ],
    example: 'Com o perfil “Consulta” de um módulo, a pessoa vê os dados, mas não os altera.',
  },
  spid: {
    label: 'SPID',
    sentences: [
      'O SPID identifica a empresa como prestadora de serviço.',
      'Uma empresa pode ter até 8 SPIDs, ou nenhum.',
      'Quem entra por uma empresa com mais de um SPID escolhe com qual vai trabalhar, se o módulo pedir.',
    ],
    example: 'Com perfil só para um SPID, a pessoa não age pelos outros SPIDs da empresa.',
  },
  plan: {
    label: 'Plano',
    sentences: [
      'Um plano diz quantas pessoas de cada empresa podem usar cada módulo.',
      'O mesmo plano pode valer para várias empresas.',
      'As licenças de todos os planos de uma empresa se somam.',
    ],
    example: 'Um plano de 10 e outro de 5 para o mesmo módulo dão 15 licenças.',
  },
  loosePlan: {
    label: 'Plano avulso',
    sentences: [
      'Um plano avulso dá mais licenças de um só módulo a uma só empresa.',
      'Ele se soma aos planos da empresa.',
      'Somente administradores o cadastram, com 1 a 99 licenças.',
    ],
    example: 'Se as 10 licenças do plano acabaram, um plano avulso de 5 permite mais 5 pessoas.',
  },
  seat: {
    label: 'Licença',
    sentences: [
      'Uma licença permite que uma pessoa da empresa use um módulo.',
      'Ela é ocupada por quem tem um ou mais perfis do módulo, mesmo que nunca tenha entrado.',
      'Volta a ficar livre quando a pessoa perde todos os perfis do módulo ou é excluída.',
    ],
    example: 'Com 10 de 10 licenças em uso, a próxima pessoa só entra se alguém sair.',
  },
  master: {
    label: 'Usuário master',
    sentences: [
      'O usuário master administra os acessos da própria empresa.',
      'Ele cadastra pessoas e dá e retira perfis dos módulos que a empresa contratou.',
      'Uma empresa pode ter mais de um.',
    ],
    example: 'Se falta um acesso para o seu trabalho, peça ao usuário master da sua empresa.',
  },
  delegation: {
    label: 'Delegação',
    sentences: [
      'Na delegação, um usuário master empresta o próprio papel a outra pessoa da empresa.',
      'Ela começa e termina sozinha, nas datas escolhidas.',
      'Quem recebe bloqueia, retira acessos e convida, mas não dá perfis nem delega de novo.',
    ],
    example: 'Antes das férias, Júlia delega a Bruno de 1 a 20 de julho.',
  },
  confirmation: {
    label: 'Confirmação de identidade',
    sentences: [
      'Antes de uma mudança importante, o portal confere se é você mesmo quem a pede.',
      'Quem entra com senha digita a senha; quem entra pelo Acesso Federado confirma no provedor.',
      'A confirmação vale só para a mudança descrita.',
    ],
    example: 'Ao bloquear uma pessoa, você digita a sua senha e a pessoa é bloqueada.',
  },
} as const satisfies Record<string, TermText>

export type Term = keyof typeof terms
