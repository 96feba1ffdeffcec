import { helpPages, type HelpPage } from '../../contract/help-pages.ts'
import { toHelp } from '../paths.ts'
import { screen } from './screen-route.ts'

/** What all help pages have in common. Their '?' leads to the index. */
const helpPage = (path: HelpPage) =>
  ({
    title: helpPages[path],
    help: '/ajuda',
    access: 'public',
    crumb: { label: helpPages[path], parent: () => toHelp() },
  }) as const

/** The help, open to signed-out users too (decision 78). Each page is a Markdown file, and a chunk of its own. */
export const helpScreens = [
  screen('/ajuda', {
    file: () => import('../help/ajuda.tsx'),
    title: 'Ajuda',
    help: '/ajuda',
    access: 'public',
  }),
  screen('/ajuda/primeiro-acesso', {
    file: () => import('../help/pages/primeiro-acesso.md'),
    ...helpPage('/ajuda/primeiro-acesso'),
  }),
  screen('/ajuda/chave-de-acesso', {
    file: () => import('../help/pages/chave-de-acesso.md'),
    ...helpPage('/ajuda/chave-de-acesso'),
  }),
  screen('/ajuda/esqueci-a-senha', {
    file: () => import('../help/pages/esqueci-a-senha.md'),
    ...helpPage('/ajuda/esqueci-a-senha'),
  }),
  screen('/ajuda/alterar-e-mail', {
    file: () => import('../help/pages/alterar-e-mail.md'),
    ...helpPage('/ajuda/alterar-e-mail'),
  }),
  screen('/ajuda/pagina-de-acesso', {
    file: () => import('../help/pages/pagina-de-acesso.md'),
    ...helpPage('/ajuda/pagina-de-acesso'),
  }),
  screen('/ajuda/pedir-acesso', {
    file: () => import('../help/pages/pedir-acesso.md'),
    ...helpPage('/ajuda/pedir-acesso'),
  }),
  screen('/ajuda/cadastrar-pessoa', {
    file: () => import('../help/pages/cadastrar-pessoa.md'),
    ...helpPage('/ajuda/cadastrar-pessoa'),
  }),
  screen('/ajuda/perfis', {
    file: () => import('../help/pages/perfis.md'),
    ...helpPage('/ajuda/perfis'),
  }),
  screen('/ajuda/acesso-com-prazo', {
    file: () => import('../help/pages/acesso-com-prazo.md'),
    ...helpPage('/ajuda/acesso-com-prazo'),
  }),
  screen('/ajuda/revisar-acessos', {
    file: () => import('../help/pages/revisar-acessos.md'),
    ...helpPage('/ajuda/revisar-acessos'),
  }),
  screen('/ajuda/importar-pessoas', {
    file: () => import('../help/pages/importar-pessoas.md'),
    ...helpPage('/ajuda/importar-pessoas'),
  }),
  screen('/ajuda/por-que', {
    file: () => import('../help/pages/por-que.md'),
    ...helpPage('/ajuda/por-que'),
  }),
  screen('/ajuda/licencas-e-planos', {
    file: () => import('../help/pages/licencas-e-planos.md'),
    ...helpPage('/ajuda/licencas-e-planos'),
  }),
  screen('/ajuda/delegar', {
    file: () => import('../help/pages/delegar.md'),
    ...helpPage('/ajuda/delegar'),
  }),
  screen('/ajuda/perfis-incompativeis', {
    file: () => import('../help/pages/perfis-incompativeis.md'),
    ...helpPage('/ajuda/perfis-incompativeis'),
  }),
  screen('/ajuda/auditoria-e-dados', {
    file: () => import('../help/pages/auditoria-e-dados.md'),
    ...helpPage('/ajuda/auditoria-e-dados'),
  }),
] as const
