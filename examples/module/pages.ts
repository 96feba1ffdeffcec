import { hash } from 'node:crypto'
import type { Arrival } from './portal.ts'

/** Markup that is safe to send. */
export interface Html {
  readonly markup: string
}

/** Returns markup in which every inserted text is escaped. */
function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  const inserted = values.map((value) => {
    if (typeof value === 'string') return escape(value)
    return Array.isArray(value) ? value.map(({ markup }) => markup).join('') : value.markup
  })
  return { markup: String.raw({ raw: parts }, ...inserted) }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style = `
:root{color-scheme:light dark;--ink:light-dark(#1b2330,#e8ecf2);--soft:light-dark(#556074,#a5b0c2);
--page:light-dark(#f4f6f9,#12161d);--card:light-dark(#fff,#1a2029);--line:light-dark(#d9dfe8,#313b4a);
--accent:light-dark(#1d4ed8,#93b4ff);--on-accent:light-dark(#fff,#0d1524)}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header,main{max-width:44rem;margin:0 auto;padding:0 1rem}
header{display:flex;flex-wrap:wrap;gap:.25rem clamp(.75rem,3vw,1.25rem);align-items:center;padding-block:1rem;color:var(--soft)}
header strong{margin-inline-end:auto;color:var(--ink)}
main{padding-block:clamp(1rem,6vh,4rem)}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.25rem clamp(1rem,4vw,2rem);margin-block-end:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem;overflow-wrap:anywhere}
h2{font-size:1.0625rem;margin:0 0 .5rem}
p{margin:0 0 1rem;color:var(--soft);overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.5rem clamp(.75rem,4vw,1.5rem);margin:1rem 0 0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0}
.functions>li{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;justify-content:space-between;padding:.625rem 0;border-block-start:1px solid var(--line)}
.functions small{color:var(--soft);margin-inline-start:.5rem}
.actions{display:flex;flex-wrap:wrap;gap:.375rem}
.actions li{border:1px solid var(--line);border-radius:99px;padding:0 .625rem;font-size:.875rem}
a{color:var(--accent)}
.functions+p{margin-block:1rem 0}
.button{display:inline-block;padding:.625rem 1.25rem;border:1px solid transparent;border-radius:8px;background:var(--accent);color:var(--on-accent);text-decoration:none;font-weight:600}
button.button{font:inherit;font-weight:600;cursor:pointer;margin-block:1.25rem}
header a{padding-block:.25rem}
a:focus-visible,button:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:6px}
`

/** Source for the content security policy that allows only this style. */
export const styleSource = `'sha256-${hash('sha256', style, 'base64')}'`

function page(title: string, nav: Html, content: Html): Html {
  // The style is not escaped, because the content security policy contains its hash.
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Módulo de Exemplo</title>
        ${{ markup: `<style>${style}</style>` }}
      </head>
      <body>
        <header><strong>Módulo de Exemplo</strong>${nav}</header>
        <main>${content}</main>
      </body>
    </html>`
}

/** Page with one sentence, an explanation and a link. */
export function messagePage(
  text: string,
  link: { href: string; label: string },
  explanation = 'Este módulo recebe quem entra pelo portal de Gestão de Acesso.',
): Html {
  const content = html`<section>
    <h1>${text}</h1>
    <p>${explanation}</p>
    <a class="button" href="${link.href}">${link.label}</a>
  </section>`
  return page(text, html``, content)
}

/** Page for a user who did not come from the portal. Asks whether they are the user of the code in the link. */
export function confirmPage({ person }: Arrival, portal: string): Html {
  const { user, companies } = person
  const question = `Continuar como ${user.name}?`
  const content = html`<section>
    <h1>${question}</h1>
    <p>O endereço que trouxe você aqui não foi aberto pelo portal. Continue apenas se é você.</p>
    <dl>
      <dt>E-mail</dt>
      <dd>${user.email}</dd>
      <dt>Empresa</dt>
      <dd>${companies.map(({ name }) => name).join(', ')}</dd>
    </dl>
    <form method="post" action="/auth"><button class="button">Sim, sou eu</button></form>
    <a href="${portal}">Não sou eu: ir para o portal</a>
  </section>`
  return page(question, html``, content)
}

const instant = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
})

/** Shows the user, company, expiry and functions of the token. */
export function arrivalPage({ person, until }: Arrival, portal: string): Html {
  const { user, companies, spid, functions } = person
  const nav = html`<a href="${portal}">Voltar ao portal</a><a href="/sair">Sair</a>`
  const content = html`<section>
      <h1>Olá, ${user.name}</h1>
      <p>O portal confirmou quem você é e o que pode fazer aqui.</p>
      <dl>
        <dt>E-mail</dt>
        <dd>${user.email}</dd>
        <dt>Empresa</dt>
        <dd>${companies.map(({ name }) => name).join(', ')}</dd>
        <dt>SPID</dt>
        <dd>${spid ?? 'Nenhum'}</dd>
        <dt>Acesso até</dt>
        <dd>${instant.format(until).replace(', ', ' às ')} (horário de Brasília)</dd>
      </dl>
    </section>
    <section>
      <h2>O que você pode fazer aqui</h2>
      <ul class="functions">
        ${functions.map(functionItem)}
      </ul>
      <p><a href="/assinar">Assinar um pedido (exige a chave de acesso)</a></p>
    </section>`
  return page(`Olá, ${user.name}`, nav, content)
}

/** Page shown after `GET /assinar`. */
export function signedPage({ person }: Arrival): Html {
  return messagePage(
    `Pedido assinado por ${person.user.name}.`,
    { href: '/', label: 'Voltar' },
    'Este é um exemplo: o módulo não guarda nada.',
  )
}

function functionItem({ name, path, actions }: Arrival['person']['functions'][number]): Html {
  const list = html`<ul class="actions" aria-label="Ações">
    ${actions.map((action) => html`<li>${action.path}</li>`)}
  </ul>`
  return html`<li>
    <span>${name}<small>${path}</small></span>
    ${actions.length > 0 ? list : html`<small>somente consulta</small>`}
  </li>`
}
