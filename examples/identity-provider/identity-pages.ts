import { hash } from 'node:crypto'

/** Markup that is safe to send. */
export interface Html {
  readonly markup: string
}

/** Returns markup in which every inserted text is escaped. */
function html(parts: TemplateStringsArray, ...values: (string | Html)[]): Html {
  const inserted = values.map((value) => (typeof value === 'string' ? escape(value) : value.markup))
  return { markup: String.raw({ raw: parts }, ...inserted) }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style = `
:root{color-scheme:light dark;--ink:light-dark(#1c2430,#e8ecf2);--soft:light-dark(#566175,#a7b2c4);
--page:light-dark(#eef3f1,#101614);--card:light-dark(#fff,#182220);--line:light-dark(#8b978f,#6d7c75);
--accent:light-dark(#0b6b50,#6fd6b0);--on-accent:light-dark(#fff,#06231a);--wrong:light-dark(#b3261e,#ffb4ab)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:24rem;background:var(--card);border-radius:14px;border-block-start:4px solid var(--accent);padding:1.5rem;box-shadow:0 1px 3px #0003}
.who{margin:0 0 1rem;font-size:.875rem;color:var(--soft)}
h1{font-size:1.375rem;line-height:1.25;margin:0 0 .25rem}
p{margin:0 0 1rem;color:var(--soft)}
label{display:block;font-weight:600;margin-block-end:.25rem}
input{width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:8px;padding:.625rem .75rem;margin-block-end:1rem}
button,.button{display:block;width:100%;font:inherit;font-weight:600;text-align:center;text-decoration:none;border:0;border-radius:8px;padding:.6875rem;cursor:pointer;background:var(--accent);color:var(--on-accent)}
.quiet{background:transparent;color:var(--soft);margin-block-start:.5rem}
.wrong{color:var(--wrong);font-weight:600}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`

const leaveScript = `document.querySelector('button').click()`

const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** Returns the security headers of every page. They allow its own style, and forms to this server and the clients. */
export function securityHeaders(clientOrigins: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    `script-src ${sourceOf(leaveScript)}`,
    // Includes the clients, because browsers apply form-action also to the redirect at the end of a sign-in.
    `form-action 'self' ${clientOrigins.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}

function page(title: string, content: Html): string {
  // The style is not escaped, because the content security policy contains its hash.
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Provedor de Identidade de Exemplo</title>
        ${{ markup: `<style>${style}</style>` }}
      </head>
      <body>
        <main>
          <p class="who">Provedor de Identidade de Exemplo</p>
          ${content}
        </main>
      </body>
    </html>`.markup
}

/** Page with a form for e-mail and password. `again`: a signed-in user must confirm their identity. */
export function signInPage(form: {
  action: string
  email: string
  again: boolean
  wrong: boolean
}): string {
  const title = form.again ? 'Confirme sua identidade' : 'Entrar'
  const wrong = form.wrong
    ? html`<p class="wrong" role="alert">E-mail ou senha incorretos.</p>`
    : html`<p>Para continuar em Gestão de Acesso.</p>`
  const autofocus = {
    email: form.email ? '' : 'autofocus',
    password: form.email ? 'autofocus' : '',
  }
  return page(
    title,
    html`<h1>${title}</h1>
      ${wrong}
      <form method="post" action="${form.action}">
        <label for="email">E-mail</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          value="${form.email}"
          required
          ${autofocus.email}
        />
        <label for="password">Senha</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          ${autofocus.password}
        />
        <button type="submit">Continuar</button>
        <button class="quiet" type="submit" name="cancel" value="yes" formnovalidate>
          Cancelar
        </button>
      </form>`,
  )
}

/** Page that asks whether to sign out of this provider. If `automatic`, a script answers yes at once. */
export function signOutPage(form: string, automatic: boolean): string {
  const script = { markup: automatic ? `<script>${leaveScript}</script>` : '' }
  return page(
    'Sair',
    html`<h1>Sair</h1>
      <p>Encerrar sua sessão também neste provedor.</p>
      ${{ markup: form }}
      <button type="submit" form="op.logoutForm" name="logout" value="yes">Sair</button>
      ${script}`,
  )
}

/** Page with one sentence and a link back. */
export function sentencePage(title: string, text: string, back: string): string {
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <a class="button" href="${back}">Voltar ao portal</a>`,
  )
}
