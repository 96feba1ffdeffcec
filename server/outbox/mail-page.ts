import { escapeHtml } from '../shared/escape-html.ts'

/**
 * Returns the HTML of a mail. The layout supports dark mode, loads nothing external, and shows one highlighted value
 * under a label. The text of a link is its URL.
 */
export function mailPage(
  title: string,
  paragraphs: string[],
  { highlight, link }: { highlight?: { label: string; value: string }; link?: string } = {},
): string {
  const body = paragraphs
    .map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`)
    .join('')
  const box =
    highlight === undefined
      ? ''
      : `<p style="margin:24px 0 8px;text-align:center">${escapeHtml(highlight.label)}</p>
<p style="font:600 24px/1.3 ui-monospace,monospace;overflow-wrap:anywhere;margin:0 0 24px;padding:16px;border:1px solid #8888;border-radius:8px;text-align:center">${escapeHtml(highlight.value)}</p>`
  const anchor =
    link === undefined
      ? ''
      : `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto">
<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(title)}</h1>${body}
${anchor}${box}
<p style="font-size:13px;opacity:.75">Gestão de Acesso. Esta é uma mensagem automática; não responda.</p></div></body></html>`
}
