import { Link } from '@tanstack/react-router'
import { helpPages, type HelpPage } from '../../contract/help-pages.ts'
import { terms } from '../links/terms.ts'
import { toHelp } from '../paths.ts'
import { HelpLayout } from './help-page.tsx'
import classes from './help-page.module.css'

const groups: readonly { title: string; pages: Partial<Record<HelpPage, string>> }[] = [
  {
    title: 'Entrar',
    pages: {
      '/ajuda/primeiro-acesso': 'O convite, a senha temporária e a pergunta secreta.',
      '/ajuda/chave-de-acesso': 'Entrar sem digitar a senha, ou ter um segundo fator.',
      '/ajuda/esqueci-a-senha': 'Recuperar o acesso pela pergunta secreta.',
      '/ajuda/alterar-e-mail': 'Trocar o endereço com que você entra.',
      '/ajuda/pagina-de-acesso': 'Abrir o sistema de que você precisa.',
      '/ajuda/pedir-acesso': 'O que fazer quando falta um acesso.',
    },
  },
  {
    title: 'Pessoas e perfis',
    pages: {
      '/ajuda/cadastrar-pessoa': 'Convidar alguém, e reenviar um convite.',
      '/ajuda/perfis': 'O que cada pessoa pode fazer, e onde.',
      '/ajuda/acesso-com-prazo': 'Dar um perfil até uma data, e prorrogar.',
      '/ajuda/revisar-acessos': 'Confirmar, encurtar ou retirar o que cada um tem.',
      '/ajuda/importar-pessoas': 'Cadastrar muitas pessoas de uma planilha.',
      '/ajuda/por-que': 'Descobrir o que falta, e resolver.',
    },
  },
  {
    title: 'Empresa',
    pages: {
      '/ajuda/licencas-e-planos': 'Quantas pessoas podem usar cada módulo.',
      '/ajuda/perfis-incompativeis': 'O que ninguém pode ter ao mesmo tempo.',
      '/ajuda/delegar': 'Deixar alguém no seu lugar durante as férias.',
      '/ajuda/auditoria-e-dados': 'Quem fez o quê, e o que o portal guarda sobre você.',
    },
  },
]

/** Index of the help, and the words of the product (decision 78). */
export default function Ajuda() {
  return (
    <HelpLayout title="Ajuda">
      {groups.map(({ title, pages }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul className={classes['pages']}>
            {(Object.entries(pages) as [HelpPage, string][]).map(([path, summary]) => (
              <li key={path}>
                <Link {...toHelp(path)}>{helpPages[path]}</Link>
                <span>{summary}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="palavras">
        <h2 id="palavras">Palavras do portal</h2>
        <dl className={classes['terms']}>
          {Object.values(terms).map(({ label, sentences, example }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{`${sentences.join(' ')} Exemplo: ${example}`}</dd>
            </div>
          ))}
        </dl>
      </section>
    </HelpLayout>
  )
}
